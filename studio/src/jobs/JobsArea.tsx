import "./texts";
import { ListChecks } from "lucide-react";
import { useTranslation } from "react-i18next";
import { enter, go } from "../app/place";
import { dayText } from "../files/format";
import { Button } from "../ui/Button";
import { Panes } from "../ui/Panes";
import { Empty, Failed, Loading } from "../ui/States";
import { JobBadge, JobControls, JobProgress } from "./JobState";
import { isActive } from "./progress";
import { type JobItem, useJobs } from "./queries";

/** All long work: what runs and waits first, then what has ended. */
export default function JobsArea() {
  return <Panes view={<JobsView />} />;
}

function JobsView() {
  const { t } = useTranslation();
  const query = useJobs();
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("jobs.failed")} retry={() => void query.refetch()} />;
  const jobs = query.data.pages.flatMap((page) => page.items);
  if (!jobs.length)
    return (
      <Empty icon={ListChecks} title={t("jobs.title")} about={t("jobs.none")}>
        <Button onClick={() => enter("research")}>{t("area.research")}</Button>
        <Button onClick={() => enter("papers")}>{t("area.papers")}</Button>
      </Empty>
    );
  const parts = [
    ["jobs.running", jobs.filter(isActive)],
    ["jobs.over", jobs.filter((job) => !isActive(job))],
  ] as const;
  return (
    <div tabIndex={0} className="h-full overflow-y-auto p-6 max-wide:p-4">
      <div className="mx-auto max-w-3xl space-y-8">
        <header>
          <h2 className="font-serif text-2xl">{t("jobs.title")}</h2>
          <p className="mt-1 text-sm text-soft">{t("jobs.about")}</p>
        </header>
        {parts.map(
          ([title, items]) =>
            items.length > 0 && (
              <section key={title} aria-label={t(title)}>
                <h3 className="mb-2 text-sm font-semibold">{t(title)}</h3>
                <ul className="space-y-3">
                  {items.map((job) => (
                    <JobRow key={job.id} job={job} />
                  ))}
                </ul>
              </section>
            ),
        )}
        {query.hasNextPage && (
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t("jobs.more")}
          </Button>
        )}
      </div>
    </div>
  );
}

const KINDS = [
  "batch",
  "paper",
  "research",
  "app_compile",
  "app_run",
  "app_batch",
  "evaluation",
  "project_run",
] as const;

function JobRow({ job }: { job: JobItem }) {
  const { t, i18n } = useTranslation();
  const kind = KINDS.find((each) => each === job.kind) ?? "other";
  const open = openerOf(job);
  return (
    <li className="space-y-2 rounded-xl border border-line bg-sheet p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-52 text-sm font-medium break-words">{job.title || t(`jobs.kind.${kind}`)}</p>
        <JobBadge job={job} />
      </div>
      <p className="text-xs text-soft">
        {t(`jobs.kind.${kind}`)} · {dayText(job.createdAt, i18n.language)}
      </p>
      <JobProgress job={job} message={kind === "paper" ? "" : undefined} />
      <div className="flex flex-wrap gap-2">
        <JobControls job={job} />
        {open && (
          <Button aria-label={t("jobs.control", { action: t("jobs.open"), title: job.title })} onClick={open}>
            {t("jobs.open")}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Where the work of a job is shown; a batch of messages has no page of its own. */
function openerOf(job: JobItem): (() => void) | undefined {
  const { paper_id: paper, app_id: app, project_id: project } = job.arguments;
  if (job.kind === "research") return () => go({ area: "research", item: job.id });
  if (typeof paper === "string") return () => go({ area: "papers", item: paper });
  if (typeof app === "string") return () => go({ area: "apps", item: app });
  if (job.kind === "app_run") return () => enter("apps");
  if (typeof project === "string") {
    return () => go({ area: "projects", item: project, part: job.kind === "evaluation" ? "evaluation" : "run" });
  }
  return undefined;
}
