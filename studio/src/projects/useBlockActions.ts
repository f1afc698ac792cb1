import { useTranslation } from "react-i18next";
import { go, usePlace } from "../app/place";
import { toast } from "../ui/Toasts";
import { removeBlock, renameBlock, restoreBlock, useProjectChange } from "./queries";
import type { TreeBlock } from "./tree";

/** Rename and remove blocks; removing can be undone. */
export function useBlockActions(project: string) {
  const { t } = useTranslation();
  const opened = usePlace().part;
  const rename = useProjectChange(project, ({ block, name }: { block: TreeBlock; name: string }) =>
    renameBlock(project, block, name),
  );
  const restore = useProjectChange(project, (block: TreeBlock) => restoreBlock(project, block.name));
  const remove = useProjectChange(
    project,
    (block: TreeBlock) => removeBlock(project, block.id),
    (_, block) => {
      if (opened === block.id) go({ part: undefined }, { replace: true });
      toast(t("projects.block.deleted", { name: block.name }), () => restore.mutate(block));
    },
  );
  return {
    rename: (block: TreeBlock, name: string) => rename.mutate({ block, name }),
    remove: (block: TreeBlock) => remove.mutate(block),
  };
}
