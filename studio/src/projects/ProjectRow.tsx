import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, FolderOpen } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api/client";
import { go } from "../app/place";
import { dayText } from "../files/format";
import { ActionMenu } from "../ui/ActionMenu";
import { InlineField } from "../ui/InlineField";
import { toast } from "../ui/Toasts";
import type { ProjectItem } from "./queries";

export function ProjectRow({ item }: { item: ProjectItem }) {
  const { t, i18n } = useTranslation();
  const [isRenaming, setRenaming] = useState(false);
  const change = useProjectRow(item);
  if (isRenaming) {
    const done = (name: string) => {
      setRenaming(false);
      if (name && name !== item.name) change.rename(name);
    };
    return <InlineField label={t("projects.rename")} value={item.name} maxLength={80} onDone={done} />;
  }
  return (
    <div className="flex h-15 items-center rounded-xl border border-line bg-sheet pr-1.5 hover:border-accent">
      <button
        type="button"
        onClick={() => go({ item: item.id, part: undefined, pane: "view" })}
        className="flex h-full min-w-0 flex-1 items-center gap-3 px-3.5 text-left"
      >
        <FolderOpen size={19} strokeWidth={1.5} aria-hidden className="shrink-0 text-accent" />
        <span className="min-w-0">
          <span className="block truncate font-medium">{item.name}</span>
          <span className="block truncate text-xs text-soft">
            {t("projects.blocks", { count: item.blocks })} · {dayText(item.createdAt, i18n.language)}
          </span>
        </span>
      </button>
      <ActionMenu
        label={t("projects.more", { name: item.name })}
        icon={<Ellipsis size={17} aria-hidden />}
        actions={[
          { text: t("projects.rename"), run: () => setRenaming(true) },
          { text: t("projects.export.zip"), href: `/api/projects/${item.id}/export`, fileName: `${item.name}.zip` },
          { text: t("projects.export.md"), href: `/api/projects/${item.id}/markdown`, fileName: `${item.name}.md` },
          { text: t("projects.delete"), run: change.remove, isGrave: true },
        ]}
      />
    </div>
  );
}

function useProjectRow(item: ProjectItem) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: ["projects"] });
  const options = { onError: (problem: Error) => toast(problem.message), onSettled: refresh };
  const params = { path: { project_id: item.id } };
  const rename = useMutation({
    mutationFn: (name: string) => api.PATCH("/api/projects/{project_id}", { params, body: { name } }),
    ...options,
  });
  const restore = useMutation({
    mutationFn: () => api.POST("/api/projects/restore", { body: { name: item.name } }),
    ...options,
  });
  const remove = useMutation({
    mutationFn: () => api.DELETE("/api/projects/{project_id}", { params }),
    ...options,
    onSuccess: () => toast(t("projects.deleted", { name: item.name }), () => restore.mutate()),
  });
  return { rename: rename.mutate, remove: () => remove.mutate() };
}
