import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { go } from "../app/place";
import { keep, kept } from "../app/preferences";
import { type FileDetails, useFileText } from "../files/queries";
import { Button } from "../ui/Button";
import { focusWhenLost } from "../ui/returnFocus";
import { Failed, Loading } from "../ui/States";
import { toast } from "../ui/Toasts";

export const SOURCE_NAME = "source.md";

function draftName(id: string): string {
  return `source.${id}`;
}

/** Whether there is text for a document that was written and not saved. */
export function hasDraft(id: string): boolean {
  return kept(draftName(id)) !== null;
}

interface SourceEditorProps {
  file: FileDetails;
  onClose: () => void;
  children: ReactNode;
}

/** The Markdown of a document beside what it looks like. Saving makes the next version. */
export function SourceEditor({ file, onClose, children }: SourceEditorProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const query = useFileText(`${file.url}?name=${SOURCE_NAME}`);
  // What was written and not saved outlives the page.
  const draft = draftName(file.id);
  const [written, setWritten] = useState<string | undefined>(() => kept(draft) ?? undefined);
  const write = (text: string) => {
    keep(draft, text === query.data ? "" : text);
    setWritten(text);
  };
  const text = written ?? query.data ?? "";
  const save = useMutation({
    mutationFn: () => {
      const params = { path: { artifact_id: file.id } };
      return dataOf(api.PUT("/api/artifacts/{artifact_id}/source", { params, body: { markdown: text } }));
    },
    onSuccess: (made) => {
      keep(draft, "");
      for (const queryKey of [["files"], ["file"]]) void queries.invalidateQueries({ queryKey });
      toast(t("view.source.saved", { number: made.version }));
      go({ file: made.id });
      focusWhenLost("#view");
    },
    onError: (problem) => toast(problem.message),
  });
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (query.isSuccess) field.current?.focus();
  }, [query.isSuccess]);
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("view.failed")} retry={() => void query.refetch()} />;
  return (
    <div className="flex h-full max-[1150px]:flex-col">
      <form
        aria-label={t("view.source")}
        className="flex min-h-0 flex-1 flex-col border-line min-[1151px]:border-r"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <textarea
          ref={field}
          aria-label={t("view.source")}
          value={text}
          spellCheck={false}
          onChange={(event) => write(event.target.value)}
          className="min-h-0 flex-1 resize-none bg-sheet p-4 font-mono text-sm leading-relaxed outline-none"
        />
        <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line p-2">
          {save.isPending && <span className="breathe mr-auto text-sm text-soft">{t("view.source.saving")}</span>}
          <Button look="quiet" onClick={onClose}>
            {t("view.source.close")}
          </Button>
          <Button type="submit" look="solid" disabled={save.isPending || text === query.data || !text.trim()}>
            {t("view.source.save")}
          </Button>
        </div>
      </form>
      <div className="min-h-0 min-w-0 flex-1 max-wide:hidden">{children}</div>
    </div>
  );
}
