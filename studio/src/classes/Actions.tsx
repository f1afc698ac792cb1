import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { go } from "../app/place";
import { keepDraft } from "../talk/drafts";
import { newConversationId } from "../talk/ids";
import { Button } from "../ui/Button";
import { makeReport } from "./queries";

interface ActionsProps {
  /** The class or the pupil: its name in messages, and the name of its report. */
  name: string;
  report: string;
  hasPoints: boolean;
}

/** What can be made of a class or a pupil: reports, and a quiz on what was wrong. */
export function Actions({ name, report, hasPoints }: ActionsProps) {
  const { t } = useTranslation();
  const made = useMutation({
    mutationFn: (format: "docx" | "pdf") => makeReport(report, format),
    onSuccess: (file) => go({ area: undefined, file: file.artifactId }),
  });
  const quiz = () => {
    const conversation = newConversationId();
    keepDraft(conversation, t("classes.quiz.message", { name }));
    go({ area: undefined, conversation, pane: "talk" });
  };
  return (
    <div className="my-4 flex flex-wrap items-center gap-2">
      {hasPoints && (
        <Button look="solid" onClick={quiz}>
          {t("classes.quiz")}
        </Button>
      )}
      <Button disabled={made.isPending} onClick={() => made.mutate("docx")}>
        {t("classes.report.docx")}
      </Button>
      <Button disabled={made.isPending} onClick={() => made.mutate("pdf")}>
        {t("classes.report.pdf")}
      </Button>
      {made.isError && (
        <p role="alert" className="text-sm text-warn">
          {t("classes.report.failed", { problem: made.error.message })}
        </p>
      )}
    </div>
  );
}
