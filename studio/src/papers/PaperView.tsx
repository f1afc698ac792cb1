import { Check, Circle, CircleDashed, LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { go } from "../app/place";
import { useTitle } from "../app/title";
import { JobBadge, JobControls, JobProgress } from "../jobs/JobState";
import { isActive } from "../jobs/progress";
import { useJob } from "../jobs/queries";
import { Button } from "../ui/Button";
import { SelectField } from "../ui/Fields";
import { Failed, Loading } from "../ui/States";
import { StatusBadge } from "../ui/StatusBadge";
import { toast } from "../ui/Toasts";
import { PaperPages } from "./PaperPages";
import { type PaperItem, paperDeletions, usePaper, useResumedPaper } from "./queries";
import { STAGES, type StageState, shownStages } from "./stages";

const LINK =
  "inline-flex min-h-9 items-center rounded-lg border border-line bg-sheet px-3.5 py-1.5 text-sm font-medium hover:bg-well";

/** One paper: its stages as they are written, what the checks found, its pages, and its files. */
export function PaperView({ id }: { id: string }) {
  const { t } = useTranslation();
  const [isBeingWritten, setBeingWritten] = useState(true);
  const query = usePaper(id, isBeingWritten);
  useTitle("item", query.data?.title);
  const job = useJob(query.data?.jobId).data;
  const isRunning = job !== undefined && isActive(job);
  const { refetch } = query;
  useEffect(() => {
    setBeingWritten(isRunning);
    if (!isRunning) void refetch();
  }, [isRunning, refetch]);
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={query.error.message} retry={() => void query.refetch()} />;
  const paper = query.data;
  return (
    <div tabIndex={0} className="h-full overflow-y-auto p-6 max-wide:p-4">
      <article className="mx-auto max-w-3xl space-y-6">
        <header className="space-y-2">
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="min-w-0 font-serif text-2xl break-words">{paper.title}</h2>
            {job && <JobBadge job={job} />}
          </div>
          <p className="text-sm break-words text-soft">
            {templateText(paper.template, t)} · {t("papers.sources", { names: paper.sources.join(", ") })}
          </p>
        </header>
        {job && <JobProgress job={job} message="" />}
        <div className="flex flex-wrap gap-2">
          {job && isRunning && <JobControls job={job} />}
          <PaperActions paper={paper} isRunning={isRunning} />
        </div>
        <Findings paper={paper} />
        <Stages paper={paper} isRunning={isRunning} />
        {paper.isCompiled && <PaperPages id={paper.id} version={paper.jobId ?? ""} />}
      </article>
    </div>
  );
}

type Translate = ReturnType<typeof useTranslation>["t"];

function templateText(name: string, t: Translate): string {
  const known = (["article", "ieee", "acm", "thesis"] as const).find((each) => each === name) ?? "own";
  return t(`papers.template.${known}`);
}

function PaperActions({ paper, isRunning }: { paper: PaperItem; isRunning: boolean }) {
  const { t } = useTranslation();
  const resume = useResumedPaper(paper.id);
  const [stage, setStage] = useState("");
  const run = (from: string | undefined) =>
    resume.mutate(from, { onError: (problem) => toast(problem.message), onSuccess: () => setStage("") });
  const remove = () => {
    paperDeletions.add(paper.id, (problem) => toast(problem instanceof Error ? problem.message : String(problem)));
    go({ item: undefined }, { replace: true });
    toast(t("papers.deleted", { title: paper.title }), () => paperDeletions.undo(paper.id));
  };
  const isWhole = paper.stages.length === paper.total;
  return (
    <>
      {!isRunning && !isWhole && (
        <Button look="solid" disabled={resume.isPending} onClick={() => run(undefined)}>
          {t("papers.continue")}
        </Button>
      )}
      {paper.isWritten && (
        <a className={LINK} href={`/api/papers/${paper.id}/files/paper.tex`} download>
          {t("papers.tex")}
        </a>
      )}
      {paper.isCompiled && (
        <a className={LINK} href={`/api/papers/${paper.id}/files/paper.pdf`} download>
          {t("papers.pdf")}
        </a>
      )}
      <a className={LINK} href={`/api/papers/${paper.id}/archive`} download>
        {t("papers.zip")}
      </a>
      <Button look="quiet" onClick={remove}>
        {t("papers.delete")}
      </Button>
      {!isRunning && paper.stages.length > 0 && (
        <div className="flex w-full flex-wrap items-end gap-2">
          <div className="w-56">
            <SelectField label={t("papers.again")} value={stage} onChange={(event) => setStage(event.target.value)}>
              <option value="">{t("papers.again.choose")}</option>
              {STAGES.filter((name) => paper.stages.some((each) => each.stage === name)).map((name) => (
                <option key={name} value={name}>
                  {t(`papers.stage.${name}`)}
                </option>
              ))}
            </SelectField>
          </div>
          <Button disabled={!stage || resume.isPending} onClick={() => run(stage)}>
            {t("papers.again.do")}
          </Button>
        </div>
      )}
    </>
  );
}

/** What was not read, what the checks found, and whether anything compiled the paper. */
function Findings({ paper }: { paper: PaperItem }) {
  const { t } = useTranslation();
  const pdf = paper.stages.find((each) => each.stage === "pdf");
  return (
    <div className="space-y-3">
      {pdf && (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <StatusBadge tone={paper.isCompiled ? "good" : "warn"}>
            {t(paper.isCompiled ? "papers.compiled" : "papers.not_compiled")}
          </StatusBadge>
          {!paper.isCompiled && <span className="break-words">{pdf.reason}</span>}
        </p>
      )}
      {paper.unread.length > 0 && (
        <section className="rounded-xl bg-well p-3 text-sm">
          <h3 className="font-medium text-warn">{t("papers.unread")}</h3>
          <ul className="mt-1 list-disc pl-5">
            {paper.unread.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </section>
      )}
      {paper.isWritten && paper.problems.length === 0 && <p className="text-sm text-good">{t("papers.no_problems")}</p>}
      {paper.problems.length > 0 && (
        <section className="rounded-xl bg-well p-3 text-sm">
          <h3 className="font-medium text-warn">{t("papers.problems", { count: paper.problems.length })}</h3>
          <ul className="mt-1 list-disc space-y-1 pl-5">
            {paper.problems.map((each) => (
              <li key={each} className="break-words">
                {each}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const ICONS: Record<StageState, typeof Check> = {
  done: Check,
  skipped: CircleDashed,
  running: LoaderCircle,
  waiting: Circle,
};

function Stages({ paper, isRunning }: { paper: PaperItem; isRunning: boolean }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t("papers.stages")}>
      <h3 className="mb-2 text-sm font-semibold">{t("papers.stages")}</h3>
      <ol className="grid gap-1 sm:grid-cols-2">
        {shownStages(paper.stages, isRunning).map(({ name, state, reason }) => {
          const Icon = ICONS[state];
          const tone = { done: "text-good", skipped: "text-soft", running: "text-accent", waiting: "text-soft" }[state];
          return (
            <li key={name} className="flex items-start gap-2 rounded-lg px-2 py-1.5 text-sm">
              <Icon
                size={16}
                aria-hidden
                className={`mt-0.5 shrink-0 ${tone} ${state === "running" ? "breathe" : ""}`}
              />
              <span className="min-w-0">
                {t(`papers.stage.${name}`)}
                <span className="text-soft"> · {t(`papers.state.${state}`)}</span>
                {reason && name !== "pdf" && <span className="block text-xs break-words text-soft">{reason}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
