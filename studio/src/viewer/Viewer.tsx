import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FileLook, lookOf } from "../files/format";
import { type FileDetails, type FileItem, useFile } from "../files/queries";
import { Failed, Loading } from "../ui/States";
import { FrameView } from "./FrameView";
import { PagesView } from "./PagesView";
import { QuizView } from "./QuizView";
import { SOURCE_NAME, SourceEditor } from "./SourceEditor";
import { TextView } from "./TextView";
import { OldVersionBar } from "./Versions";
import { ViewerBar } from "./ViewerBar";

const Comparison = lazy(() => import("./Comparison"));

/** One file: what it looks like, its versions, and the report of its checks. */
export function Viewer({ id, onSuggest }: { id: string; onSuggest: (words: string) => void }) {
  const { t } = useTranslation();
  const query = useFile(id);
  const [other, setOther] = useState<FileItem>();
  const [isEditing, setEditing] = useState(false);
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("view.failed")} retry={() => void query.refetch()} />;
  const file = query.data;
  const look = <Look look={lookOf(file.name)} file={file} onSuggest={onSuggest} />;
  const edit = file.files.includes(SOURCE_NAME) && !isEditing ? () => setEditing(true) : undefined;
  return (
    <div className="flex h-full flex-col">
      <ViewerBar file={file} onCompare={setOther} onEdit={edit} />
      {!other && <OldVersionBar file={file} />}
      <div className="min-h-0 flex-1">
        {other ? (
          <Suspense fallback={<Loading />}>
            <Comparison file={file} other={other} onClose={() => setOther(undefined)} />
          </Suspense>
        ) : isEditing ? (
          <SourceEditor file={file} onClose={() => setEditing(false)}>
            {look}
          </SourceEditor>
        ) : (
          look
        )}
      </div>
    </div>
  );
}

interface LookProps {
  look: FileLook;
  file: FileDetails;
  onSuggest: (words: string) => void;
}

function Look({ look, file, onSuggest }: LookProps) {
  const { t } = useTranslation();
  switch (look) {
    case "pages":
      return <PagesView file={file} onSuggest={onSuggest} />;
    case "quiz":
      return <QuizView file={file} />;
    case "page":
      return <FrameView file={file} />;
    case "text":
      return <TextView file={file} />;
    case "none":
      return <Failed text={t("view.undrawn")} />;
  }
}
