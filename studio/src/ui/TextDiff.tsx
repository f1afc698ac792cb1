import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";

const WIDE_PX = 520;
const UNCHANGED = { margin: 3, minSize: 6 };

interface TextDiffProps {
  left: string;
  right: string;
  labels: readonly [left: string, right: string];
}

/** Two texts side by side with what differs; on a narrow screen in one column. */
export default function TextDiff({ left, right, labels }: TextDiffProps) {
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
