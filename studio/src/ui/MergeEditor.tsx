import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { editing } from "./CodeEditor";

const WIDE_PX = 520;

interface MergeEditorProps {
  theirs: string;
  mine: string;
  labels: readonly [theirs: string, mine: string];
  onChange: (text: string) => void;
}

/** Two texts that disagree: theirs to read, mine to edit; each difference can be taken over. */
export default function MergeEditor({ theirs, mine, labels, onChange }: MergeEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const handler = useRef(onChange);
  handler.current = onChange;
  const first = useRef(mine);
  const [theirLabel, myLabel] = labels;
  useEffect(() => {
    if (!parent.current) return;
    const listen = EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      first.current = update.state.doc.toString();
      handler.current(first.current);
    });
    const isWide = parent.current.clientWidth >= WIDE_PX;
    const view = isWide
      ? new MergeView({
          parent: parent.current,
          a: {
            doc: theirs,
            extensions: [
              EditorState.readOnly.of(true),
              EditorView.lineWrapping,
              EditorView.contentAttributes.of({ "aria-label": theirLabel }),
            ],
          },
          b: { doc: first.current, extensions: [editing(myLabel, true), listen] },
          revertControls: "a-to-b",
        })
      : new EditorView({
          parent: parent.current,
          doc: first.current,
          extensions: [editing(myLabel, true), listen, unifiedMergeView({ original: theirs })],
        });
    return () => view.destroy();
  }, [theirs, theirLabel, myLabel]);
  return <div ref={parent} className="merge min-h-full bg-sheet text-sm" />;
}
