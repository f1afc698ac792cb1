import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import type { FileDetails, FileItem } from "../files/queries";
import { Button } from "../ui/Button";
import { Failed, Loading } from "../ui/States";
import { useRestore } from "./useRestore";

const WIDE_PX = 700;
const UNCHANGED = { margin: 3, minSize: 6 };

interface ComparisonProps {
  file: FileDetails;
  other: FileItem;
  onClose: () => void;
}

/** Two versions of a file side by side, the older one on the left; on a narrow screen in one column. */
export default function Comparison({ file, other, onClose }: ComparisonProps) {
  const { t } = useTranslation();
  const [older, newer] = other.version < file.version ? [other, file] : [file, other];
  const restore = useRestore(older, onClose);
  const query = useQuery({
    queryKey: ["comparison", older.id, newer.id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => {
      const params = { path: { artifact_id: older.id, other_id: newer.id } };
      return dataOf(api.GET("/api/artifacts/{artifact_id}/compare/{other_id}", { params }));
    },
  });
  return (
    <section aria-label={t("view.compare.title")} className="flex h-full flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line bg-well px-5 py-2 text-sm">
        <span className="mr-auto">
          {t("view.compare.of", { older: older.version, newer: newer.version })}
          {query.data?.left.text === query.data?.right.text && query.data && ` ${t("view.compare.same")}`}
        </span>
        <Button disabled={restore.isPending} onClick={() => restore.mutate()}>
          {t("view.restore.version", { number: older.version })}
        </Button>
        <Button look="solid" onClick={onClose}>
          {t("view.compare.close")}
        </Button>
      </div>
      <div className="min-h-0 flex-1 overflow-auto">
        {query.isPending && <Loading />}
        {query.isError && <Failed text={t("view.failed")} retry={() => void query.refetch()} />}
        {query.data && (
          <Merged
            left={query.data.left.text}
            right={query.data.right.text}
            labels={[t("view.version", { number: older.version }), t("view.version", { number: newer.version })]}
          />
        )}
      </div>
    </section>
  );
}

interface MergedProps {
  left: string;
  right: string;
  labels: [string, string];
}

function Merged({ left, right, labels }: MergedProps) {
  const parent = useRef<HTMLDivElement>(null);
  const [leftLabel, rightLabel] = labels;
  useEffect(() => {
    if (!parent.current) return;
    const read = (label: string): Extension => [
      EditorState.readOnly.of(true),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label }),
    ];
    const view =
      parent.current.clientWidth < WIDE_PX
        ? new EditorView({
            parent: parent.current,
            doc: right,
            extensions: [
              read(rightLabel),
              unifiedMergeView({ original: left, mergeControls: false, collapseUnchanged: UNCHANGED }),
            ],
          })
        : new MergeView({
            parent: parent.current,
            a: { doc: left, extensions: read(leftLabel) },
            b: { doc: right, extensions: read(rightLabel) },
            collapseUnchanged: UNCHANGED,
          });
    return () => view.destroy();
  }, [left, right, leftLabel, rightLabel]);
  return <div ref={parent} className="merge min-h-full bg-sheet text-sm" />;
}
