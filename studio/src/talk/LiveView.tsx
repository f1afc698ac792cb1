import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { QuestionItem } from "../viewer/QuizView";
import { type LiveWork, liveDocument } from "./live";

/** What is being made at this moment: questions one by one, or a page that grows in a frame without scripts. */
export function LiveView({ work }: { work: LiveWork }) {
  const { t } = useTranslation();
  return (
    <>
      {work.questions.length > 0 && (
        <section aria-label={t("live.quiz")} className="rounded-2xl border border-line bg-paper p-4">
          <p className="mb-3 text-xs text-soft">{t("live.quiz")}</p>
          <ol className="space-y-4 text-sm">
            {work.questions.map(
              (question, index) =>
                question && <QuestionItem key={index} question={question} number={String(index + 1)} hasKey={false} />,
            )}
          </ol>
        </section>
      )}
      {work.page && <LivePage page={work.page} />}
    </>
  );
}

function LivePage({ page }: { page: NonNullable<LiveWork["page"]> }) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const written = liveDocument(page);
  useEffect(() => {
    // Setting the attribute by hand keeps React from making another frame.
    if (frame.current) frame.current.srcdoc = written;
  }, [written]);
  return (
    <section aria-label={t("live.page")} className="rounded-2xl border border-line bg-paper p-3">
      <p className="mb-2 text-xs text-soft">
        {page.title || t("live.page")} · {t("live.page.about")}
      </p>
      <iframe
        ref={frame}
        title={t("live.page")}
        sandbox=""
        className="h-64 w-full rounded-lg border border-line bg-white"
      />
    </section>
  );
}
