import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/client";
import { keep, kept } from "../app/preferences";
import { Button } from "../ui/Button";
import { Loading } from "../ui/States";
import { Autosave, type SaveState } from "./autosave";
import { type BlockDetails, loadBlock, writeText } from "./queries";

const CodeEditor = lazy(() => import("../ui/CodeEditor"));
const MergeEditor = lazy(() => import("../ui/MergeEditor"));

interface BlockEditorProps {
  project: string;
  block: BlockDetails;
  isMarkdown: boolean;
}

/** The text of a block. It is saved by itself; a text that somebody else has changed too is merged by the person. */
export function BlockEditor({ project, block, isMarkdown }: BlockEditorProps) {
  const { t } = useTranslation();
  const [state, setState] = useState<SaveState>({ kind: "saved" });
  const [shown, setShown] = useState(block.text);
  const [merged, setMerged] = useState<string>();
  const saving = useAutosave(project, block, setState, setShown);
  const onChange = useCallback(
    (text: string) => {
      saving.edit(text);
      setShown(text);
      keepDraft(block.id, saving);
    },
    [saving, block.id],
  );
  const resolve = (text: string) => {
    setMerged(undefined);
    saving.resolve(text);
  };
  if (state.kind === "conflict") {
    return (
      <section aria-label={t("projects.conflict")} className="flex h-full flex-col">
        <div role="alert" className="flex flex-wrap items-center gap-2 border-b border-line bg-well px-6 py-2 text-sm">
          <span className="mr-auto">{t("projects.conflict.about", { version: state.version })}</span>
          <Button onClick={() => resolve(state.theirs)}>{t("projects.conflict.theirs")}</Button>
          <Button look="solid" onClick={() => resolve(merged ?? saving.text)}>
            {t("projects.conflict.save")}
          </Button>
        </div>
        <div className="min-h-0 flex-1 overflow-auto">
          <Suspense fallback={<Loading />}>
            <MergeEditor
              theirs={state.theirs}
              mine={saving.text}
              labels={[t("projects.conflict.their.text"), t("projects.conflict.my.text")]}
              onChange={setMerged}
            />
          </Suspense>
        </div>
      </section>
    );
  }
  return (
    <div className="flex h-full flex-col">
      <div className="min-h-0 flex-1">
        <Suspense fallback={<Loading />}>
          <CodeEditor
            label={t("projects.text.of", { name: block.name })}
            text={shown}
            isMarkdown={isMarkdown}
            onChange={onChange}
            onBlur={() => void saving.flush()}
          />
        </Suspense>
      </div>
      <p role="status" className="shrink-0 border-t border-line px-6 py-1 text-xs text-soft max-wide:px-4">
        <span className={state.kind === "failed" ? "text-warn" : ""}>
          {state.kind === "failed"
            ? t("projects.save.failed", { problem: state.problem })
            : t(`projects.save.${state.kind}`)}
        </span>
        {" · "}
        {t("projects.characters", { count: [...shown].length })} · {t("projects.version", { number: saving.basedOn })}
      </p>
    </div>
  );
}

/** Keeps a text while it is not saved, for a page that is closed in the meantime. */
function keepDraft(block: string, saving: Autosave): void {
  keep(`block.${block}`, saving.isChanged ? JSON.stringify({ text: saving.text, version: saving.basedOn }) : "");
}

function draftOf(block: string): { text: string; version: number } | undefined {
  try {
    const found = JSON.parse(kept(`block.${block}`) ?? "null") as { text: string; version: number } | null;
    return typeof found?.text === "string" && typeof found.version === "number" ? found : undefined;
  } catch {
    return undefined;
  }
}

function useAutosave(
  project: string,
  block: BlockDetails,
  onState: (state: SaveState) => void,
  onAdopt: (text: string) => void,
): Autosave {
  const first = useRef<Autosave>(undefined);
  if (!first.current) {
    const draft = draftOf(block.id);
    const stored = { text: block.text, version: block.textVersion };
    const saving: Autosave = new Autosave({
      stored: draft && draft.version < stored.version ? { text: "", version: draft.version } : stored,
      save: async (text, basedOn) => (await writeText(project, block.id, text, basedOn)).textVersion,
      isConflict: (problem) => problem instanceof ApiError && problem.status === 409,
      load: async () => {
        const now = await loadBlock(project, block.id);
        return { text: now.text, version: now.textVersion };
      },
      onState: (state) => {
        onState(state);
        keepDraft(block.id, saving);
      },
      onAdopt,
    });
    first.current = saving;
  }
  const saving = first.current;
  useEffect(() => {
    const draft = draftOf(block.id);
    if (draft && draft.text !== saving.text) {
      saving.edit(draft.text);
      onAdopt(draft.text);
    }
  }, [saving, block.id, onAdopt]);
  useEffect(
    () => saving.arrive({ text: block.text, version: block.textVersion }),
    [saving, block.text, block.textVersion],
  );
  useEffect(() => {
    const flush = () => void saving.flush();
    window.addEventListener("pagehide", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      flush();
    };
  }, [saving]);
  return saving;
}
