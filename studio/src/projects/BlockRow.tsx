import { ChevronRight, CircleAlert, CircleCheck, CircleDashed, CircleDot, History } from "lucide-react";
import type { DragEvent } from "react";
import { useTranslation } from "react-i18next";
import { InlineField } from "../ui/InlineField";
import type { DropSide, TreeRow } from "./tree";

const STATUS = {
  pending: { Icon: CircleDashed, look: "text-soft" },
  in_progress: { Icon: CircleDot, look: "text-accent" },
  completed: { Icon: CircleCheck, look: "text-good" },
  failed: { Icon: CircleAlert, look: "text-warn" },
};
const INDENT_PX = 16;
const DROP_LOOKS: Record<DropSide, string> = {
  before: "shadow-[0_-2px_0_var(--accent)]",
  inside: "bg-tint",
  after: "shadow-[0_2px_0_var(--accent)]",
};

interface BlockRowProps {
  row: TreeRow;
  top: number;
  isCurrent: boolean;
  isOpened: boolean;
  dropSide?: DropSide;
  renaming: boolean;
  onRename: (name: string) => void;
  onToggle: () => void;
  onShow: () => void;
  drag: Record<"onDragStart" | "onDragEnd" | "onDrop", () => void> & { onDragOver: (event: DragEvent) => void };
}

/** One block in the tree, with its status. */
export function BlockRow({ row, top, isCurrent, isOpened, dropSide, ...rest }: BlockRowProps) {
  const { renaming, onRename, onToggle, onShow, drag } = rest;
  const { t } = useTranslation();
  const { block, hasChildren, isOpen } = row;
  const { Icon, look } = STATUS[block.status];
  const status = t(`projects.status.${block.status}`);
  const about = [block.name, status, block.needsRegeneration ? t("projects.stale") : ""].filter(Boolean).join(", ");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all rows
    <div
      role="treeitem"
      aria-level={block.depth + 1}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={isOpened}
      aria-label={renaming ? undefined : about}
      tabIndex={isCurrent ? 0 : -1}
      data-block={block.id}
      draggable={!renaming}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", block.name);
        drag.onDragStart();
      }}
      onDragOver={drag.onDragOver}
      onDragEnd={drag.onDragEnd}
      onDrop={(event) => {
        event.preventDefault();
        drag.onDrop();
      }}
      onClick={renaming ? undefined : onShow}
      className={`absolute inset-x-0 top-0 flex h-9 cursor-pointer items-center gap-1.5 rounded-lg pr-2 text-sm hover:bg-well aria-selected:bg-tint ${dropSide ? DROP_LOOKS[dropSide] : ""}`}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 4 + block.depth * INDENT_PX }}
    >
      {hasChildren ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard opens and closes with the arrow keys
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard opens and closes with the arrow keys
        <span
          className="flex size-5 shrink-0 items-center justify-center text-soft"
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          <ChevronRight size={15} aria-hidden className={`transition-transform ${isOpen ? "rotate-90" : ""}`} />
        </span>
      ) : (
        <span className="size-5 shrink-0" />
      )}
      <Icon size={14} strokeWidth={1.8} aria-hidden className={`shrink-0 ${look}`} />
      {renaming ? (
        <InlineField label={t("projects.block.rename")} value={block.name} maxLength={80} onDone={onRename} />
      ) : (
        <span className={`min-w-0 flex-1 truncate ${block.blockType === "group" ? "font-medium" : ""}`} title={about}>
          {block.name}
        </span>
      )}
      {block.needsRegeneration && !renaming && (
        <History size={14} strokeWidth={1.8} aria-hidden className="shrink-0 text-warn" />
      )}
    </div>
  );
}
