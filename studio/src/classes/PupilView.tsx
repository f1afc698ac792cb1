import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { go } from "../app/place";
import { useTitle } from "../app/title";
import { Button } from "../ui/Button";
import { Chart } from "../ui/Chart";
import { Failed, Loading } from "../ui/States";
import { Actions } from "./Actions";
import { Bars, percent, shown } from "./Bars";
import { usePupil } from "./queries";

/** A pupil: every mark beside the mean of the class, and the weak knowledge points. */
export function PupilView({ number, classId }: { number: string; classId: string }) {
  const { t } = useTranslation();
  const query = usePupil(number);
  useTitle("item", query.data?.name);
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={query.error.message} retry={() => void query.refetch()} />;
  const pupil = query.data;
  const marks = pupil.marks.filter((each) => each.mark !== null);
  return (
    <article className="mx-auto max-w-3xl space-y-6">
      <header>
        <Button look="quiet" className="-ml-3" onClick={() => go({ part: undefined })}>
          <ArrowLeft size={16} aria-hidden /> {classId}
        </Button>
        <h2 className="font-serif text-2xl">{pupil.name}</h2>
        <p className="text-sm text-soft">{[pupil.number, ...pupil.classes].join(" · ")}</p>
        <Actions name={pupil.name} report={pupil.number} hasPoints={pupil.points.length > 0} />
      </header>
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{t("classes.marks")}</caption>
        <thead className="text-soft">
          <tr>
            {(["test", "mark", "class_mean"] as const).map((key) => (
              <th key={key} scope="col" className="py-1 pr-3 font-medium">
                {t(`classes.head.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pupil.marks.map((each) => (
            <tr key={each.test} className="border-t border-line">
              <th scope="row" className="py-1.5 pr-3 font-normal">
                {each.test}
              </th>
              <td className="py-1.5 pr-3">
                {each.mark === null ? t("classes.absent") : `${shown(each.mark)} / ${shown(each.outOf)}`}
              </td>
              <td className="py-1.5">{each.classMean === null ? "–" : shown(each.classMean)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {marks.length > 0 && (
        <Chart
          title={t("classes.marks")}
          variant={marks.length > 2 ? "line" : "bar"}
          labels={marks.map((each) => each.test)}
          series={[
            { label: pupil.name, values: marks.map((each) => (each.mark ?? 0) / each.outOf) },
            {
              label: t("classes.head.class_mean"),
              values: marks.map((each) => (each.classMean === null ? null : each.classMean / each.outOf)),
            },
          ]}
          top={1}
          format={percent}
        />
      )}
      {pupil.points.length > 0 && (
        <Bars
          title={t("classes.points")}
          bars={pupil.points.map((each) => ({
            label: each.name,
            share: each.errorRate,
            value: percent(each.errorRate),
          }))}
        />
      )}
    </article>
  );
}
