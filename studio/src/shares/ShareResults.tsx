import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf, type Schemas } from "../api/client";
import { Button } from "../ui/Button";
import { SelectField } from "../ui/Fields";
import { ScrollBox } from "../ui/ScrollBox";
import { Failed, Loading } from "../ui/States";
import { addToClass, markAnswer, type Share, type Submission, useResults } from "./queries";

/** What students handed in: a table, marks by hand, CSV, and adding it to a class. */
export function ShareResults({ share }: { share: Share }) {
  const { t } = useTranslation();
  const results = useResults(share.id);
  if (results.isPending) return <Loading />;
  if (results.isError) return <Failed text={results.error.message} retry={() => void results.refetch()} />;
  const items = results.data.items;
  if (!items.length) return <p className="mt-3 text-sm text-soft">{t("share.results.none")}</p>;
  return (
    <div className="mt-3 space-y-3">
      <ScrollBox label={t("share.results.caption")}>
        <table className="w-full text-left text-sm">
          <caption className="sr-only">{t("share.results.caption")}</caption>
          <thead className="text-soft">
            <tr>
              {(["number", "name", "at", "points"] as const).map((key) => (
                <th key={key} scope="col" className="py-1 pr-3 font-medium">
                  {t(`share.results.${key}`)}
                </th>
              ))}
              {items[0]?.answers.map((each) => (
                <th key={each.number} scope="col" className="py-1 pr-3 font-medium">
                  {each.number}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((each) => (
              <ResultRow key={each.id} share={share} item={each} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <a
        href={`/api/shares/${share.id}/results/file`}
        download
        className="inline-flex min-h-9 items-center gap-2 rounded-lg border border-line px-3.5 text-sm font-medium hover:bg-well"
      >
        <Download size={16} strokeWidth={1.6} aria-hidden />
        {t("share.results.csv")}
      </a>
      <ClassForm share={share} />
    </div>
  );
}

function ResultRow({ share, item }: { share: Share; item: Submission }) {
  const { i18n } = useTranslation();
  const at = new Date(item.handedInAt).toLocaleString(i18n.language, { dateStyle: "short", timeStyle: "short" });
  return (
    <tr className="border-t border-line">
      <td className="py-1 pr-3">{item.number}</td>
      <td className="py-1 pr-3">{item.name}</td>
      <td className="py-1 pr-3 whitespace-nowrap">{at}</td>
      <td className="py-1 pr-3 whitespace-nowrap font-medium">
        {item.points} / {item.possible}
      </td>
      {item.answers.map((each) => (
        <td key={each.number} className="py-1 pr-3">
          {each.points ?? <MarkField share={share} item={item} number={each.number} most={each.possible} />}
        </td>
      ))}
    </tr>
  );
}

interface MarkFieldProps {
  share: Share;
  item: Submission;
  number: string;
  most: number;
}

/** The points of an answer that a person grades; its text is shown while it is graded. */
function MarkField({ share, item, number, most }: MarkFieldProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const given = item.answers.find((each) => each.number === number)?.given.join(" ") ?? "";
  const marked = useMutation({
    mutationFn: (points: number) => markAnswer(share.id, item.id, number, points),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["results", share.id] }),
  });
  return (
    <details className="max-w-64">
      <summary className="cursor-pointer text-accent">{t("share.mark")}</summary>
      <p className="my-1 text-xs whitespace-pre-wrap">{given}</p>
      <input
        type="number"
        min={0}
        max={most}
        step={0.5}
        aria-label={t("share.mark.points", { number, most })}
        className="h-9 w-20 rounded-lg border border-line bg-paper px-2"
        onKeyDown={(event) => {
          if (event.key === "Enter") marked.mutate(event.currentTarget.valueAsNumber);
        }}
      />{" "}
      <span className="text-xs text-soft">/ {most}</span>
      {marked.isError && (
        <p role="alert" className="text-xs text-warn">
          {marked.error.message}
        </p>
      )}
    </details>
  );
}

/** Adds the results to a class, after whoever is unknown was matched or left out. */
function ClassForm({ share }: { share: Share }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const school = useQuery({ queryKey: ["school"], queryFn: () => dataOf(api.GET("/api/school")) });
  const [classId, setClass] = useState("");
  const [matches, setMatches] = useState<Record<string, string>>({});
  const added = useMutation({
    mutationFn: (mode: "all" | "leave_out") => addToClass(share.id, { classId, mode, matches }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["school"] }),
  });
  const classes = school.data?.classes ?? [];
  if (!classes.length) return <p className="text-sm text-soft">{t("share.class.empty")}</p>;
  const done = added.data;
  return (
    <div className="space-y-2 rounded-lg bg-well p-3">
      <SelectField label={t("share.class")} value={classId} onChange={(event) => setClass(event.target.value)}>
        <option value="">{t("share.class.choose")}</option>
        {classes.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </SelectField>
      {!done?.imported && (
        <div className="flex flex-wrap gap-2">
          <Button look="solid" disabled={!classId || added.isPending} onClick={() => added.mutate("all")}>
            {t("share.class.add")}
          </Button>
          {done && done.matched.length > 0 && done.unmatched.length > 0 && (
            <Button onClick={() => added.mutate("leave_out")}>{t("share.class.leave_out")}</Button>
          )}
        </div>
      )}
      <div role="status" className="text-sm">
        {done?.imported && <p className="text-good">{t("share.class.done", { count: done.matched.length })}</p>}
        {done && !done.imported && <p>{t("share.class.refused", { count: done.unmatched.length })}</p>}
        {added.isError && <p className="text-warn">{added.error.message}</p>}
      </div>
      {!done?.imported && (
        <ul className="space-y-2">
          {done?.unmatched.map((each) => (
            <Unmatched
              key={each.submissionId}
              item={each}
              value={matches[each.submissionId] ?? ""}
              onChange={(number) => setMatches({ ...matches, [each.submissionId]: number })}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface UnmatchedProps {
  item: Schemas["UnmatchedItem"];
  value: string;
  onChange: (number: string) => void;
}

function Unmatched({ item, value, onChange }: UnmatchedProps) {
  const { t } = useTranslation();
  const who = [item.number, item.name].filter(Boolean).join(" ");
  return (
    <li>
      <SelectField
        label={t(`share.class.${item.problem}`, { who })}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{t("share.class.nobody")}</option>
        {item.candidates.map((each) => (
          <option key={each.number} value={each.number}>
            {each.name} ({each.number})
          </option>
        ))}
      </SelectField>
    </li>
  );
}
