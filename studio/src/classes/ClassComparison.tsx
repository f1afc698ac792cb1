import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SelectField } from "../ui/Fields";
import { Failed, Loading } from "../ui/States";
import { Bars, percent, shown } from "./Bars";
import { classQuery, useSchool } from "./queries";

/** Classes beside each other in one test that several of them took. */
export function ClassComparison() {
  const { t } = useTranslation();
  const school = useSchool();
  const details = useQueries({ queries: (school.data?.classes ?? []).map((each) => classQuery(each.id)) });
  const [chosen, setChosen] = useState("");
  if (school.isPending || details.some((each) => each.isPending)) return <Loading />;
  const found = details.flatMap((each) => (each.data ? [each.data] : []));
  if (found.length < details.length) return <Failed text={t("classes.failed")} />;
  const names = [...new Set(found.flatMap((each) => each.tests.map((test) => test.test)))];
  const name = chosen || (names[0] ?? "");
  const rows = found.flatMap((each) => {
    const test = each.tests.find((one) => one.test === name);
    return test ? [{ name: each.name, test }] : [];
  });
  return (
    <article className="mx-auto max-w-3xl space-y-6">
      <h2 className="font-serif text-2xl">{t("classes.compare")}</h2>
      <SelectField label={t("classes.head.test")} value={name} onChange={(event) => setChosen(event.target.value)}>
        {names.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      <Bars
        title={t("classes.head.mean")}
        bars={rows.map(({ name: label, test }) => ({
          label,
          share: test.mean / test.outOf,
          value: `${shown(test.mean)} / ${shown(test.outOf)}`,
        }))}
      />
      <Bars
        title={t("classes.head.pass")}
        bars={rows.map(({ name: label, test }) => ({
          label,
          share: test.passRate,
          value: `${percent(test.passRate)} (${test.n})`,
        }))}
      />
    </article>
  );
}
