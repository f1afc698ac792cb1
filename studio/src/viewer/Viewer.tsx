import { FileX } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/client";
import { go, usePlace } from "../app/place";
import { useTitle } from "../app/title";
import { type FileLook, lookOf } from "../files/format";
import { type FileDetails, type FileItem, useFile } from "../files/queries";
import { Button } from "../ui/Button";
import { focusWhenLost } from "../ui/returnFocus";
import { Empty, Failed, Loading } from "../ui/States";
import { FrameView } from "./FrameView";
import { PagesView } from "./PagesView";
import { QuizView } from "./QuizView";
import { hasDraft, SOURCE_NAME, SourceEditor } from "./SourceEditor";
import { TextView } from "./TextView";
import { Undrawn } from "./Undrawn";
import { OldVersionBar } from "./Versions";
import { ViewerBar } from "./ViewerBar";

const Comparison = lazy(() => import("./Comparison"));
const ArrangeSlides = lazy(() => import("./ArrangeSlides"));
const ThemePanel = lazy(() => import("./ThemePanel"));
const Presentation = lazy(() => import("./Presentation"));

type Mode = "look" | "source" | "slides" | "theme";

/** One file: what it looks like, its versions, and the report of its checks. */
export function Viewer({ id, onSuggest }: { id: string; onSuggest: (words: string) => void }) {
  const { t } = useTranslation();
  const query = useFile(id);
  const [other, setOther] = useState<FileItem>();
  const [mode, setMode] = useState<Mode>(() => (hasDraft(id) ? "source" : "look"));
  const [isPresenting, setPresenting] = useState(false);
  useConversationOf(query.data);
  useTitle("item", query.data?.title || query.data?.name);
  if (query.isPending) return <Loading />;
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <Empty icon={FileX} title={t("view.gone")}>
        <Button onClick={() => go({ file: undefined })}>{t("view.close")}</Button>
      </Empty>
    );
  }
  if (query.isError) return <Failed text={t("view.failed")} retry={() => void query.refetch()} />;
  const file = query.data;
  const look = <Look look={lookOf(file.name)} file={file} onSuggest={onSuggest} />;
  const close = () => {
    setMode("look");
    focusWhenLost(`[data-mode="${mode}"]`);
  };
  const edits = editsOf(file);
  return (
    <div className="flex h-full flex-col">
      <ViewerBar
        file={file}
        onCompare={setOther}
        onEdit={mode === "look" && edits.includes("source") ? () => setMode("source") : undefined}
        onArrange={mode === "look" && edits.includes("slides") ? () => setMode("slides") : undefined}
        onTheme={mode === "look" && edits.includes("theme") ? () => setMode("theme") : undefined}
        onPresent={mode === "look" && file.kind === "pptx" ? () => setPresenting(true) : undefined}
      />
      {isPresenting && (
        <Suspense>
          <Presentation file={file} onClose={() => setPresenting(false)} />
        </Suspense>
      )}
      {!other && <OldVersionBar file={file} />}
      <div className="min-h-0 flex-1">
        {other ? (
          <Suspense fallback={<Loading />}>
            <Comparison file={file} other={other} onClose={() => setOther(undefined)} />
          </Suspense>
        ) : mode === "source" && edits.includes("source") ? (
          <SourceEditor file={file} onClose={close}>
            {look}
          </SourceEditor>
        ) : mode === "look" || mode === "source" ? (
          look
        ) : (
          <Suspense fallback={<Loading />}>
            {mode === "slides" && <ArrangeSlides file={file} onClose={close} />}
            {mode === "theme" && <ThemePanel file={file} onClose={close} />}
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** Open the conversation in which a file was made, unless one is open: what is said there can change the file. */
function useConversationOf(file: FileDetails | undefined): void {
  const { conversation, file: open } = usePlace();
  const origin = file?.id === open ? file?.conversationId : undefined;
  useEffect(() => {
    if (origin && !conversation) go({ conversation: origin }, { replace: true });
  }, [origin, conversation]);
}

/** The ways in which a file can be changed without words. */
function editsOf(file: FileDetails): Mode[] {
  if (file.kind === "pptx") return ["slides", "theme"];
  return file.files.includes(SOURCE_NAME) ? ["source"] : [];
}

interface LookProps {
  look: FileLook;
  file: FileDetails;
  onSuggest: (words: string) => void;
}

function Look({ look, file, onSuggest }: LookProps) {
  switch (look) {
    case "pages":
      return <PagesView file={file} onSuggest={onSuggest} />;
    case "quiz":
      return <QuizView file={file} onSuggest={onSuggest} />;
    case "page":
      return <FrameView file={file} />;
    case "text":
      return <TextView file={file} />;
    case "none":
      return <Undrawn file={file} />;
  }
}
