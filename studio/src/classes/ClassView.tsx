import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { go } from "../app/place";
import { useTitle } from "../app/title";
import { Failed, Loading } from "../ui/States";
import { Actions } from "./Actions";
import { Bars, percent, shown } from "./Bars";
import { type ClassDetails, classQuery } from "./queries";

const HEADS = ["test", "n", "mean", "median", "sd", "min", "max", "pass"] as const;

/** A class: its tests with charts, its knowledge points, and its pupils. */
export function ClassView({ id }: { id: string }) {
  const { t } = useTranslation();
  const query = useQuery(classQuery(id));
  useTitle("item", query.data?.name);
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={query.error.message} retry={() => void query.refetch()} />;
  const found = query.data;
  return (
    <article className="mx-auto max-w-4xl space-y-6">
      <header>
        <h2 className="font-serif text-2xl">{found.name}</h2>
        <p className="text-sm text-soft">{t("classes.pupils", { count: found.pupils })}</p>
        <Actions name={found.name} report={found.id} hasPoints={found.points.length > 0} />
      </header>
      {found.tests.length ? <Tests found={found} /> : <p className="text-soft">{t("classes.no_tests")}</p>}
      {found.points.length > 0 && (
        <Bars
          title={t("classes.points")}
          bars={found.points.map((each) => ({
            label: each.name,
            share: each.errorRate,
            value: percent(each.errorRate),
          }))}
        />
      )}
      <section>
        <h3 className="mb-2 font-medium">{t("classes.roster")}</h3>
        <ul className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
          {found.roster.map((each) => (
            <li key={each.number}>
              <button
                type="button"
                className="w-full rounded-lg px-2 py-1.5 text-left text-sm hover:bg-well"
                onClick={() => go({ part: each.number })}
              >
                {each.name} <span className="text-soft">{each.number}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </article>
  );
}

function Tests({ found }: { found: ClassDetails }) {
  const { t } = useTranslation();
  return (
    <>
      <section className="overflow-x-auto" tabIndex={0} aria-label={t("classes.tests")}>
        <table className="w-full text-left text-sm">
          <thead className="text-soft">
            <tr>
              {HEADS.map((key, index) => (
                <th
                  key={key}
                  scope="col"
                  className={`py-1 pr-3 font-medium whitespace-nowrap ${index ? "text-right" : ""}`}
                >
                  {t(`classes.head.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.tests.map((each) => (
              <tr key={each.test} className="border-t border-line">
                <th scope="row" className="py-1.5 pr-3 font-normal">
                  {each.test} <span className="text-soft">/ {shown(each.outOf)}</span>
                </th>
                {[each.n, each.mean, each.median, each.sd, each.min, each.max].map((value, index) => (
                  <td key={HEADS[index + 1]} className="py-1.5 pr-3 text-right tabular-nums">
                    {value === null ? "–" : shown(value)}
                  </td>
                ))}
                <td className="py-1.5 pr-3 text-right tabular-nums">{percent(each.passRate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Bars
        title={t("classes.means")}
        bars={found.tests.map((each) => ({
          label: each.test,
          share: each.mean / each.outOf,
          value: `${shown(each.mean)} / ${shown(each.outOf)}`,
        }))}
      />
      <section className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
        {found.tests.slice(0, 12).map((each) => (
          <Bars
            key={each.test}
            title={t("classes.distribution", { test: each.test })}
            bars={each.distribution.map((count, index) => ({
              label: `${shown((index * each.outOf) / 5)}–${shown(((index + 1) * each.outOf) / 5)}`,
              share: count / each.n,
              value: String(count),
            }))}
          />
        ))}
      </section>
    </>
  );
}
