import { Ellipsis } from "lucide-react";
import { Tabs } from "radix-ui";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { go } from "../app/place";
import { ActionMenu } from "../ui/ActionMenu";
import { Button } from "../ui/Button";
import { InlineField } from "../ui/InlineField";
import { Failed, Loading } from "../ui/States";
import { StatusBadge, type Tone } from "../ui/StatusBadge";
import { TAB } from "../ui/tabs";
import { BlockEditor } from "./BlockEditor";
import { BlockSettingsForm } from "./BlockSettingsForm";
import { BlockVersions } from "./BlockVersions";
import { addBlock, useBlock, useProjectChange } from "./queries";
import { pathOf, type TreeBlock } from "./tree";
import { useBlockActions } from "./useBlockActions";

const TONES: Record<TreeBlock["status"], Tone> = {
  pending: "plain",
  in_progress: "busy",
  completed: "good",
  failed: "warn",
};

interface BlockViewProps {
  project: string;
  block: TreeBlock;
  blocks: readonly TreeBlock[];
  onSuggest: (words: string) => void;
}

/** One block: its text, how it is produced, and its versions. */
export function BlockView({ project, block, blocks, onSuggest }: BlockViewProps) {
  const { t } = useTranslation();
  const isGroup = block.blockType === "group";
  return (
    <Tabs.Root defaultValue={isGroup ? "settings" : "text"} className="flex h-full flex-col">
      <BlockHeader project={project} block={block} blocks={blocks} onSuggest={onSuggest} />
      <Tabs.List aria-label={block.name} className="flex gap-5 border-b border-line px-6 max-wide:px-4">
        {!isGroup && (
          <Tabs.Trigger value="text" className={TAB}>
            {t("projects.tab.text")}
          </Tabs.Trigger>
        )}
        <Tabs.Trigger value="settings" className={TAB}>
          {t("projects.tab.settings")}
        </Tabs.Trigger>
        {!isGroup && (
          <Tabs.Trigger value="versions" className={TAB}>
            {t("projects.tab.versions")}
          </Tabs.Trigger>
        )}
      </Tabs.List>
      {!isGroup && (
        <Tabs.Content value="text" tabIndex={-1} className="min-h-0 flex-1 outline-none">
          <Text project={project} block={block} />
        </Tabs.Content>
      )}
      <Tabs.Content value="settings" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
        <BlockSettingsForm project={project} block={block} blocks={blocks} />
      </Tabs.Content>
      {!isGroup && (
        <Tabs.Content value="versions" tabIndex={-1} className="min-h-0 flex-1 outline-none">
          <BlockVersions project={project} block={block.id} />
        </Tabs.Content>
      )}
    </Tabs.Root>
  );
}

function Text({ project, block }: { project: string; block: TreeBlock }) {
  const { t } = useTranslation();
  const query = useBlock(project, block.id);
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("projects.block.failed")} retry={() => void query.refetch()} />;
  return <BlockEditor project={project} block={query.data} isMarkdown={block.contentKind === "markdown"} />;
}

function BlockHeader({ project, block, blocks, onSuggest }: BlockViewProps) {
  const { t } = useTranslation();
  const [isRenaming, setRenaming] = useState(false);
  const [adding, setAdding] = useState<"field" | "group">();
  const actions = useBlockActions(project);
  const add = useProjectChange(
    project,
    (name: string) => addBlock(project, name, block.id, adding === "group"),
    (made) => go({ part: made.id }),
  );
  const complete = useProjectChange(project, () => {
    const params = { path: { project_id: project, block_id: block.id } };
    return dataOf(
      api.POST("/api/projects/{project_id}/blocks/{block_id}/status", { params, body: { status: "completed" } }),
    );
  });
  const path = pathOf(blocks, block).split("/").slice(0, -1).join(" / ");
  return (
    <header className="flex flex-wrap items-center gap-2 px-6 pt-4 pb-2 max-wide:px-4">
      <div className="mr-auto min-w-0">
        {path && <p className="truncate text-xs text-soft">{path}</p>}
        {isRenaming ? (
          <InlineField
            label={t("projects.block.rename")}
            value={block.name}
            maxLength={80}
            onDone={(name) => {
              setRenaming(false);
              if (name && name !== block.name) actions.rename(block, name);
            }}
          />
        ) : (
          <h2 className="truncate font-serif text-2xl leading-tight">{block.name}</h2>
        )}
      </div>
      <StatusBadge tone={TONES[block.status]}>{t(`projects.status.${block.status}`)}</StatusBadge>
      {block.needsRegeneration && <StatusBadge tone="warn">{t("projects.stale")}</StatusBadge>}
      {block.status === "in_progress" && block.needReview && (
        <Button onClick={() => complete.mutate(undefined)}>{t("projects.block.complete")}</Button>
      )}
      {block.blockType === "field" && (
        <Button onClick={() => onSuggest(t("projects.block.write.prompt", { name: block.name }))}>
          {t(block.characters ? "projects.block.rewrite" : "projects.block.write")}
        </Button>
      )}
      <ActionMenu
        label={t("projects.block.more", { name: block.name })}
        icon={<Ellipsis size={17} aria-hidden />}
        actions={[
          { text: t("projects.block.rename"), run: () => setRenaming(true) },
          { text: t("projects.block.add.below"), run: () => setAdding("field") },
          { text: t("projects.block.add.group.below"), run: () => setAdding("group") },
          { text: t("projects.block.delete"), run: () => actions.remove(block), isGrave: true },
        ]}
      />
      {adding && (
        <div className="w-full max-w-sm">
          <InlineField
            label={t("projects.block.name")}
            placeholder={t("projects.block.name")}
            value=""
            maxLength={80}
            onDone={(name) => {
              if (name) add.mutate(name);
              setAdding(undefined);
            }}
          />
        </div>
      )}
    </header>
  );
}
