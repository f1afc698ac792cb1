import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf, type Schemas } from "../api/client";
import { go } from "../app/place";
import { dayText } from "../files/format";
import { JobBadge, JobControls, JobProgress } from "../jobs/JobState";
import { isActive } from "../jobs/progress";
import { useJob } from "../jobs/queries";
import { Button } from "../ui/Button";
import { Chart } from "../ui/Chart";
import { Empty, Failed, Loading } from "../ui/States";
import { StatusBadge } from "../ui/StatusBadge";
import { toast } from "../ui/Toasts";
import { refreshProject, useProjectChange } from "./queries";
import type { SectionProps } from "./sections";

type Details = Schemas["EvaluationDetails"];
type JudgedRole = Schemas["JudgedRoleItem"];

const TOP = 10;

/** The evaluations of a project: scores by role with quotes, the history, and suggestions to adopt. */
export function EvaluationSection({ project }: SectionProps) {
  const { t, i18n } = useTranslation();
  const params = { path: { project_id: project } };
  const query = useQuery({
    queryKey: ["project", project, "evaluations"],
    queryFn: () =>
      dataOf(api.GET("/api/projects/{project_id}/evaluations", { params: { ...params, query: { limit: 50 } } })),
  });
  const [jobId, setJobId] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const begin = useProjectChange(
    project,
    () => dataOf(api.POST("/api/projects/{project_id}/evaluations", { params, body: {} })),
    (job) => setJobId(job.id),
  );
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("projects.eval.failed")} retry={() => void query.refetch()} />;
  const { items } = query.data;
  const shown = chosen ?? items[0]?.id;
  const evaluate = (
    <Button look="solid" disabled={begin.isPending} onClick={() => begin.mutate(undefined)}>
      {t("projects.eval.begin")}
    </Button>
  );
  if (!items.length && !jobId) {
    return (
      <Empty icon={ChartColumn} title={t("projects.eval.none")} about={t("projects.eval.about")}>
        {evaluate}
      </Empty>
    );
  }
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-3xl space-y-6 px-6 py-6 max-wide:px-4">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="mr-auto font-serif text-2xl">{t("projects.section.evaluation")}</h2>
          {items.length > 1 && (
            <select
              aria-label={t("projects.eval.which")}
              value={shown}
              onChange={(event) => setChosen(event.target.value)}
              className="h-9 rounded-lg border border-line bg-sheet px-2 text-sm"
            >
              {items.map((each) => (
                <option key={each.id} value={each.id}>
                  {dayText(each.createdAt, i18n.language)} · {each.score.toFixed(1)}
                </option>
              ))}
            </select>
          )}
          {evaluate}
        </div>
        {jobId && <EvaluationJob project={project} id={jobId} onEnd={() => setJobId(undefined)} />}
        {items.length > 1 && (
          <Chart
            title={t("projects.eval.history")}
            variant="line"
            labels={items.toReversed().map((each) => dayText(each.createdAt, i18n.language))}
            series={[{ label: t("projects.eval.score"), values: items.toReversed().map((each) => each.score) }]}
            top={TOP}
          />
        )}
        {shown && <Evaluated project={project} id={shown} />}
      </div>
    </div>
  );
}

function EvaluationJob({ project, id, onEnd }: { project: string; id: string; onEnd: () => void }) {
  const { t } = useTranslation();
  const job = useJob(id).data;
  const queries = useQueryClient();
  const hasEnded = job !== undefined && !isActive(job);
  useEffect(() => {
    if (hasEnded) refreshProject(queries, project);
  }, [hasEnded, queries, project]);
  if (!job) return <Loading />;
  return (
    <section aria-label={t("projects.eval.running")} className="rounded-2xl border border-line bg-sheet p-4">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 className="mr-auto font-medium">{t("projects.eval.running")}</h3>
        <JobBadge job={job} />
        {isActive(job) ? <JobControls job={job} /> : <Button onClick={onEnd}>{t("app.close")}</Button>}
      </div>
      <JobProgress job={job} />
    </section>
  );
}

function Evaluated({ project, id }: { project: string; id: string }) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ["project", project, "evaluation", id],
    queryFn: () => {
      const params = { path: { project_id: project, evaluation_id: id } };
      return dataOf(api.GET("/api/projects/{project_id}/evaluations/{evaluation_id}", { params }));
    },
  });
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("projects.eval.failed")} retry={() => void query.refetch()} />;
  const found = query.data;
  return (
    <>
      <p className="flex items-center gap-3">
        <span className="font-serif text-4xl tabular-nums">{found.score.toFixed(1)}</span>
        <span className="text-sm text-soft">{t("projects.eval.of", { top: TOP })}</span>
        {found.isStale && <StatusBadge tone="warn">{t("projects.stale")}</StatusBadge>}
      </p>
      {found.diagnosis ? (
        <div className="rounded-2xl border border-line bg-sheet p-4 text-sm">
          <p>{found.diagnosis.summary}</p>
          <Points title={t("projects.eval.strengths")} items={found.diagnosis.strengths} />
          <Points title={t("projects.eval.weaknesses")} items={found.diagnosis.weaknesses} />
          <Points title={t("projects.eval.actions")} items={found.diagnosis.actions} />
        </div>
      ) : (
        found.diagnosisProblem && <p className="text-sm text-warn">{found.diagnosisProblem}</p>
      )}
      {found.roles.map((role) => (
        <Role key={role.role} role={role} blocks={found.blocks} />
      ))}
      <Suggestions project={project} evaluation={found} />
    </>
  );
}

function Points({ title, items }: { title: string; items: readonly string[] }) {
  if (!items.length) return null;
  return (
    <>
      <h3 className="mt-3 font-medium">{title}</h3>
      <ul className="list-disc pl-5">
        {items.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </>
  );
}

function Role({ role, blocks }: { role: JudgedRole; blocks: Details["blocks"] }) {
  const { t } = useTranslation();
  const pathOf = (id: string) => blocks.find((each) => each.blockId === id)?.path ?? id;
  return (
    <section aria-label={role.name} className="space-y-3">
      {role.dimensions.length > 0 && (
        <Chart
          title={role.score === null ? role.name : `${role.name} · ${role.score.toFixed(1)}`}
          variant={role.dimensions.length > 2 ? "radar" : "bar"}
          labels={role.dimensions.map((each) => each.name)}
          series={[{ label: role.name, values: role.dimensions.map((each) => each.score) }]}
          top={TOP}
        />
      )}
      {role.problem && <p className="text-sm text-warn">{`${role.name}: ${role.problem}`}</p>}
      {role.dimensions.map((each) => (
        <details key={each.dimension} className="rounded-xl border border-line bg-sheet px-4 py-2 text-sm">
          <summary className="cursor-pointer">
            {each.name} · <span className="tabular-nums">{each.score}</span>
          </summary>
          {each.reasons.map((reason) => (
            <p key={reason} className="mt-2">
              {reason}
            </p>
          ))}
          {each.quotes.map((quote) => (
            <blockquote key={quote.quote} className="mt-2 border-l-2 border-line pl-3 text-soft">
              “{quote.quote}”{" "}
              <button type="button" className="underline" onClick={() => go({ part: quote.blockId })}>
                {pathOf(quote.blockId)}
              </button>
            </blockquote>
          ))}
        </details>
      ))}
      {role.dialogues.map((dialogue) => (
        <details key={dialogue.personaId} className="rounded-xl border border-line bg-sheet px-4 py-2 text-sm">
          <summary className="cursor-pointer">{t("projects.eval.dialogue", { name: dialogue.persona })}</summary>
          {dialogue.lines.map((line, index) => (
            <p key={index} className="mt-2">
              <strong className="font-medium">{line.speaker}</strong> {line.text}
            </p>
          ))}
        </details>
      ))}
    </section>
  );
}

function Suggestions({ project, evaluation }: { project: string; evaluation: Details }) {
  const { t } = useTranslation();
  const adopt = useProjectChange(
    project,
    (number: number) => {
      const params = { path: { project_id: project, evaluation_id: evaluation.id, number } };
      return dataOf(
        api.POST("/api/projects/{project_id}/evaluations/{evaluation_id}/suggestions/{number}/adopt", { params }),
      );
    },
    () => {
      toast(t("projects.eval.adopted"));
      go({ part: "proposals" });
    },
  );
  if (!evaluation.suggestions.length) return null;
  return (
    <section aria-label={t("projects.eval.suggestions")}>
      <h3 className="mb-2 text-sm font-medium">{t("projects.eval.suggestions")}</h3>
      <ul className="space-y-3">
        {evaluation.suggestions.map((each) => (
          <li key={each.number} className="rounded-2xl border border-line bg-sheet p-4 text-sm">
            <p>{each.reason}</p>
            <del className="mt-2 block rounded-md border-l-2 border-warn bg-well px-3 py-1.5 whitespace-pre-wrap">
              {each.anchor}
            </del>
            <ins className="mt-1 block rounded-md border-l-2 border-good bg-tint px-3 py-1.5 whitespace-pre-wrap no-underline">
              {each.replacement}
            </ins>
            <div className="mt-2 flex justify-end">
              {each.proposalId ? (
                <Button look="quiet" onClick={() => go({ part: "proposals" })}>
                  {t("projects.eval.is.proposal")}
                </Button>
              ) : (
                <Button disabled={adopt.isPending} onClick={() => adopt.mutate(each.number)}>
                  {t("projects.eval.adopt")}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
