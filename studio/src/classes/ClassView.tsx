import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { go } from "../app/place";
import { useTitle } from "../app/title";
import { Chart } from "../ui/Chart";
import { SelectField } from "../ui/Fields";
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
    <article className="mx-auto max-w-5xl space-y-6">
      <header>
        <h2 className="font-serif text-2xl">{found.name}</h2>
        <Actions name={found.name} report={found.id} hasPoints={found.points.length > 0} />
      </header>
      <Summary found={found} />
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

/** How many pupils have which marks in one test, the latest at first. */
function Distribution({ tests }: { tests: ClassDetails["tests"] }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(tests.at(-1)?.test);
  const test = tests.find((each) => each.test === chosen) ?? tests.at(-1);
  if (!test) return null;
  const edge = (index: number) => shown((index * test.outOf) / test.distribution.length);
  return (
    <div className="flex flex-col gap-2">
      <Chart
        title={t("classes.distribution", { test: test.test })}
        variant="bar"
        labels={test.distribution.map((_, index) => `${edge(index)}–${edge(index + 1)}`)}
        series={[{ label: t("classes.roster"), values: test.distribution }]}
        top={Math.max(4, Math.ceil(Math.max(...test.distribution) / 4) * 4)}
      />
      {tests.length > 1 && (
        <SelectField
          label={t("classes.head.test")}
          value={test.test}
          onChange={(event) => setChosen(event.target.value)}
        >
          {tests.map((each) => (
            <option key={each.test}>{each.test}</option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

/** The class in four numbers: pupils, tests, the mean of the latest test, and the weakest knowledge point. */
function Summary({ found }: { found: ClassDetails }) {
  const { t } = useTranslation();
  const latest = found.tests.at(-1);
  const weakest = found.points[0];
  return (
    <dl className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <Figure name={t("classes.roster")} value={String(found.pupils)} />
      <Figure name={t("classes.tests")} value={String(found.tests.length)} />
      {latest && (
        <Figure
          name={t("classes.latest", { test: latest.test })}
          value={`${shown(latest.mean)} / ${shown(latest.outOf)}`}
        />
      )}
      {weakest && (
        <Figure name={t("classes.weakest", { point: weakest.name })} value={percent(weakest.errorRate)} isBad />
      )}
    </dl>
  );
}

function Figure({ name, value, isBad }: { name: string; value: string; isBad?: boolean }) {
  return (
    <div className="rounded-2xl border border-line bg-sheet p-3.5">
      <dt className="text-xs text-pretty text-soft">{name}</dt>
      <dd className={`mt-1 font-serif text-2xl tabular-nums ${isBad ? "text-warn" : ""}`}>{value}</dd>
    </div>
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
                <th scope="row" className="min-w-28 py-1.5 pr-3 font-normal">
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
      <div className="grid gap-4 lg:grid-cols-2">
        <Chart
          title={t("classes.means")}
          variant="bar"
          labels={found.tests.map((each) => each.test)}
          series={[
            { label: t("classes.head.mean"), values: found.tests.map((each) => each.mean / each.outOf) },
            { label: t("classes.head.pass"), values: found.tests.map((each) => each.passRate) },
          ]}
          top={1}
          format={percent}
        />
        <Distribution tests={found.tests} />
      </div>
    </>
  );
}
