import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useTitle } from "../app/title";
import { JobBadge, JobControls, JobProgress } from "../jobs/JobState";
import { useJob } from "../jobs/queries";
import { Button } from "../ui/Button";
import { Failed, Loading } from "../ui/States";
import { ReportText } from "./ReportText";
import { type ResearchReport, readReport } from "./report";
import { SourceList } from "./SourceList";

const LINK =
  "inline-flex min-h-9 items-center rounded-lg border border-line bg-sheet px-3.5 py-1.5 text-sm font-medium hover:bg-well";

/** One research: how far it is while it runs; then its report, what the check found, and the sources. */
export function ResearchView({ id }: { id: string }) {
  const query = useJob(id);
  useTitle("item", query.data?.title);
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={query.error.message} retry={() => void query.refetch()} />;
  const job = query.data;
  const report = job.status === "finished" ? readReport(job.result) : undefined;
  return (
    <div tabIndex={0} className="h-full overflow-y-auto p-6 max-wide:p-4">
      <article className="mx-auto max-w-3xl space-y-6">
        <header className="space-y-3">
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="min-w-0 font-serif text-2xl break-words">{job.title}</h2>
            <JobBadge job={job} />
          </div>
          <JobProgress job={job} />
          <JobControls job={job} />
        </header>
        {report && <FinishedReport report={report} />}
      </article>
    </div>
  );
}

function FinishedReport({ report }: { report: ResearchReport }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<{ number: number }>();
  return (
    <>
      <Downloads report={report} />
      <CheckSummary report={report} />
      <section aria-label={t("research.report")} className="rounded-xl border border-line bg-sheet p-6 max-wide:p-4">
        <ReportText report={report} onCitation={(number) => setOpened({ number })} />
      </section>
      <SourceList sources={report.sources} opened={opened} />
      {report.problems.length > 0 && (
        <details className="rounded-xl bg-well p-3 text-sm">
          <summary className="cursor-pointer">
            {t("research.unread")} ({report.problems.length})
          </summary>
          <ul className="mt-2 list-disc space-y-1 pl-5">
            {report.problems.map((each) => (
              <li key={each} className="break-words">
                {each}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Downloads({ report }: { report: ResearchReport }) {
  const { t } = useTranslation();
  const saveMarkdown = () => {
    const address = URL.createObjectURL(new Blob([report.markdown], { type: "text/markdown" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = "report.md";
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={saveMarkdown}>{t("research.download.md")}</Button>
      {(["docx", "pdf"] as const).map(
        (ending) =>
          report.artifacts[ending] && (
            <a key={ending} className={LINK} href={`/api/artifacts/${report.artifacts[ending]}/file`} download>
              {t(`research.download.${ending}`)}
            </a>
          ),
      )}
    </div>
  );
}

function CheckSummary({ report }: { report: ResearchReport }) {
  const { t } = useTranslation();
  if (report.isDossier) return <p className="rounded-xl bg-well p-3 text-sm">{t("research.dossier")}</p>;
  const checked = t("research.checked", { count: report.cited });
  if (!report.unsupported.length && !report.unconfirmed.length) {
    return (
      <p className="rounded-xl bg-well p-3 text-sm text-good">
        {checked} {t("research.supported")}
      </p>
    );
  }
  return (
    <section className="space-y-2 rounded-xl bg-well p-3 text-sm">
      <p>{checked}</p>
      {report.unsupported.length > 0 && (
        <details open>
          <summary className="cursor-pointer font-medium text-warn">
            {t("research.unsupported", { count: report.unsupported.length })}
          </summary>
          <ul className="mt-2 list-disc space-y-2 pl-5">
            {report.unsupported.map(({ sentence, problems }) => (
              <li key={sentence} className="break-words">
                {sentence}
                {problems.map((problem) => (
                  <span key={problem} className="block text-warn">
                    {problem}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </details>
      )}
      {report.unconfirmed.length > 0 && (
        <details>
          <summary className="cursor-pointer font-medium">
            {t("research.unconfirmed", { count: report.unconfirmed.length })}
          </summary>
          <ul className="mt-2 list-disc space-y-2 pl-5">
            {report.unconfirmed.map((sentence) => (
              <li key={sentence} className="break-words">
                {sentence}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
