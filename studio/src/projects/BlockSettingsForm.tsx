import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { Button } from "../ui/Button";
import { CheckField, SelectField, TextArea, TextField } from "../ui/Fields";
import { Failed, Loading } from "../ui/States";
import { toast } from "../ui/Toasts";
import {
  type BlockSettings,
  type SettingsChange,
  useBlockSettings,
  usePhases,
  usePresets,
  useProjectChange,
} from "./queries";
import { changedSettings, questionLines } from "./settings";
import { pathOf, subtreeIds, type TreeBlock } from "./tree";

interface BlockSettingsFormProps {
  project: string;
  block: TreeBlock;
  blocks: readonly TreeBlock[];
}

/** How a block is produced: its task, limits, questions, dependencies and flags. */
export function BlockSettingsForm({ project, block, blocks }: BlockSettingsFormProps) {
  const { t } = useTranslation();
  const query = useBlockSettings(project, block.id);
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("projects.block.failed")} retry={() => void query.refetch()} />;
  return <Form project={project} block={block} blocks={blocks} stored={query.data} />;
}

function Form({ project, block, blocks, stored }: BlockSettingsFormProps & { stored: BlockSettings }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(stored);
  const [base, setBase] = useState(stored);
  // What others changed in the meantime is shown, unless the person has changed something here.
  useEffect(() => {
    if (stored === base) return;
    setDraft((now) =>
      Object.keys(changedSettings(base, now)).length
        ? ({ ...stored, ...changedSettings(base, now) } as BlockSettings)
        : stored,
    );
    setBase(stored);
  }, [stored, base]);
  const change = changedSettings(base, draft);
  const isChanged = Object.keys(change).length > 0;
  const save = useProjectChange(
    project,
    (body: SettingsChange) => {
      const params = { path: { project_id: project, block_id: block.id } };
      return dataOf(api.PATCH("/api/projects/{project_id}/blocks/{block_id}/settings", { params, body }));
    },
    (saved) => {
      setBase(saved);
      setDraft(saved);
      toast(t("projects.settings.saved"));
    },
  );
  const set = (changes: Partial<BlockSettings>) => setDraft({ ...draft, ...changes });
  return (
    <form
      className="mx-auto max-w-2xl space-y-5 px-6 py-5 max-wide:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(change);
      }}
    >
      {block.blockType === "field" && (
        <>
          <TextArea
            label={t("projects.settings.prompt")}
            about={t("projects.settings.prompt.about")}
            value={draft.prompt}
            onChange={(event) => set({ prompt: event.target.value })}
          />
          <Limits draft={draft} onChange={set} />
          <Questions draft={draft} onChange={set} />
        </>
      )}
      <Dependencies
        block={block}
        blocks={blocks}
        chosen={draft.dependsOn}
        onChange={(dependsOn) => set({ dependsOn })}
      />
      <div className="grid grid-cols-2 gap-4 max-wide:grid-cols-1">
        <PhaseField project={project} value={draft.phase} onChange={(phase) => set({ phase })} />
        <TextField
          label={t("projects.settings.model")}
          about={t("projects.settings.model.about")}
          value={draft.modelOverride}
          onChange={(event) => set({ modelOverride: event.target.value })}
        />
      </div>
      <fieldset className="space-y-1.5">
        <legend className="mb-1 text-sm font-medium">{t("projects.settings.flags")}</legend>
        <CheckField
          label={t("projects.settings.review")}
          about={t("projects.settings.review.about")}
          checked={draft.needReview}
          onChange={(needReview) => set({ needReview })}
        />
        <CheckField
          label={t("projects.settings.auto")}
          about={t("projects.settings.auto.about")}
          checked={draft.autoGenerate}
          onChange={(autoGenerate) => set({ autoGenerate })}
        />
      </fieldset>
      <div className="sticky bottom-0 flex items-center justify-end gap-2 border-t border-line bg-paper py-3">
        <ChannelButton project={project} block={block} />
        {isChanged && (
          <Button look="quiet" onClick={() => setDraft(base)}>
            {t("projects.settings.discard")}
          </Button>
        )}
        <Button type="submit" look="solid" disabled={!isChanged || save.isPending}>
          {t("projects.settings.save")}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  draft: BlockSettings;
  onChange: (changes: Partial<BlockSettings>) => void;
}

function Limits({ draft, onChange }: PartProps) {
  const { t } = useTranslation();
  const limits = draft.constraints;
  const set = (changes: Partial<typeof limits>) => onChange({ constraints: { ...limits, ...changes } });
  return (
    <fieldset className="grid grid-cols-2 gap-4 max-wide:grid-cols-1">
      <legend className="mb-2 text-sm font-medium">{t("projects.settings.limits")}</legend>
      <TextField
        label={t("projects.settings.length")}
        type="number"
        min={0}
        max={2_000_000}
        value={limits.maxLength || ""}
        placeholder={t("projects.settings.length.any")}
        onChange={(event) => set({ maxLength: Math.max(0, Math.trunc(Number(event.target.value))) || 0 })}
      />
      <TextField
        label={t("projects.settings.format")}
        value={limits.outputFormat}
        onChange={(event) => set({ outputFormat: event.target.value })}
      />
      <TextArea
        label={t("projects.settings.structure")}
        value={limits.structure}
        onChange={(event) => set({ structure: event.target.value })}
      />
      <TextArea
        label={t("projects.settings.example")}
        value={limits.example}
        onChange={(event) => set({ example: event.target.value })}
      />
    </fieldset>
  );
}

function Questions({ draft, onChange }: PartProps) {
  const { t } = useTranslation();
  const [written, setWritten] = useState(draft.preQuestions.join("\n"));
  return (
    <div className="space-y-3">
      <TextArea
        label={t("projects.settings.questions")}
        about={t("projects.settings.questions.about")}
        value={written}
        onChange={(event) => {
          setWritten(event.target.value);
          onChange({ preQuestions: questionLines(event.target.value) });
        }}
      />
      {draft.preQuestions.map((question) => (
        <TextArea
          key={question}
          label={question}
          placeholder={t("projects.settings.answer")}
          value={draft.preAnswers[question] ?? ""}
          onChange={(event) => onChange({ preAnswers: { ...draft.preAnswers, [question]: event.target.value } })}
        />
      ))}
    </div>
  );
}

interface DependenciesProps {
  block: TreeBlock;
  blocks: readonly TreeBlock[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}

/** The blocks that must be completed first. Cycles are refused by the service, with the reason. */
function Dependencies({ block, blocks, chosen, onChange }: DependenciesProps) {
  const { t } = useTranslation();
  const own = subtreeIds(blocks, block.id);
  const free = blocks.filter((each) => !own.has(each.id) && !chosen.includes(each.id));
  const named = (id: string) => {
    const found = blocks.find((each) => each.id === id);
    return found ? pathOf(blocks, found) : id;
  };
  return (
    <div>
      <SelectField
        label={t("projects.settings.depends")}
        about={t("projects.settings.depends.about")}
        value=""
        onChange={(event) => event.target.value && onChange([...chosen, event.target.value])}
      >
        <option value="">{t("projects.settings.depends.add")}</option>
        {free.map((each) => (
          <option key={each.id} value={each.id}>
            {pathOf(blocks, each)}
          </option>
        ))}
      </SelectField>
      {chosen.length > 0 && (
        <ul aria-label={t("projects.settings.depends")} className="mt-2 flex flex-wrap gap-1.5">
          {chosen.map((id) => (
            <li key={id}>
              <button
                type="button"
                aria-label={t("projects.settings.depends.remove", { name: named(id) })}
                onClick={() => onChange(chosen.filter((each) => each !== id))}
                className="rounded-full bg-well px-3 py-1 text-xs hover:bg-line"
              >
                {named(id)} ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function PhaseField({
  project,
  value,
  onChange,
}: {
  project: string;
  value: string;
  onChange: (code: string) => void;
}) {
  const { t } = useTranslation();
  const phases = usePhases(project).data?.phases ?? [];
  return (
    <SelectField label={t("projects.settings.phase")} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t("projects.settings.phase.none")}</option>
      {phases.map((each) => (
        <option key={each.code} value={each.code}>
          {each.name}
        </option>
      ))}
    </SelectField>
  );
}

/** Give a block the task and the limits of a channel. */
function ChannelButton({ project, block }: { project: string; block: TreeBlock }) {
  const { t } = useTranslation();
  const channels = usePresets("channel").data?.items ?? [];
  const use = useProjectChange(
    project,
    (presetId: string) => {
      const params = { path: { project_id: project, block_id: block.id } };
      return dataOf(api.POST("/api/projects/{project_id}/blocks/{block_id}/channel", { params, body: { presetId } }));
    },
    () => toast(t("projects.settings.saved")),
  );
  if (!channels.length || block.blockType === "group") return null;
  return (
    <select
      aria-label={t("projects.settings.channel")}
      value=""
      onChange={(event) => event.target.value && use.mutate(event.target.value)}
      className="mr-auto h-9 max-w-48 rounded-lg border border-line bg-sheet px-2 text-sm"
    >
      <option value="">{t("projects.settings.channel")}</option>
      {channels.map((each) => (
        <option key={each.id} value={each.id}>
          {each.name}
        </option>
      ))}
    </select>
  );
}
