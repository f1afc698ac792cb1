import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { markdown } from "@codemirror/lang-markdown";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";

interface CodeEditorProps {
  label: string;
  text: string;
  isMarkdown?: boolean;
  onChange: (text: string) => void;
  onBlur?: () => void;
}

const MARKS = HighlightStyle.define([
  { tag: tags.heading, fontWeight: "600", fontFamily: "var(--font-serif)", fontSize: "1.1em" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strikethrough, textDecoration: "line-through" },
  { tag: [tags.link, tags.url], color: "var(--accent)" },
  { tag: [tags.processingInstruction, tags.quote, tags.contentSeparator], color: "var(--soft)" },
  { tag: tags.monospace, fontFamily: "ui-monospace, monospace", fontSize: "0.92em" },
]);

/** What an editor of texts has: history, keys, wrapped lines, and the marks of Markdown. */
export function editing(label: string, isMarkdown: boolean): Extension {
  return [
    history(),
    drawSelection(),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "true" }),
    isMarkdown ? [markdown(), syntaxHighlighting(MARKS)] : [],
  ];
}

/** A text to edit. If `text` changes from outside, it replaces what is shown. */
export default function CodeEditor({ label, text, isMarkdown = true, onChange, onBlur }: CodeEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const handlers = useRef({ onChange, onBlur });
  handlers.current = { onChange, onBlur };
  const first = useRef(text);
  useEffect(() => {
    if (!parent.current) return;
    const view = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          editing(label, isMarkdown),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) handlers.current.onChange(update.state.doc.toString());
          }),
          EditorView.domEventHandlers({ blur: () => handlers.current.onBlur?.() }),
        ],
      }),
    });
    editor.current = view;
    return () => view.destroy();
  }, [label, isMarkdown]);
  useEffect(() => {
    const view = editor.current;
    if (!view || view.state.doc.toString() === text) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
  }, [text]);
  return <div ref={parent} className="editor h-full overflow-auto bg-sheet" />;
}
