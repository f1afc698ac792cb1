import { useVirtualizer } from "@tanstack/react-virtual";
import { type DragEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { go, usePlace } from "../app/place";
import { BlockRow } from "./BlockRow";
import { useMove } from "./queries";
import { type DropSide, dropSpot, type Step, sideAt, stepped, subtreeIds, type TreeBlock, visibleRows } from "./tree";
import { useBlockActions } from "./useBlockActions";

const ROW_HEIGHT = 36;
const STEPS: Record<string, Step> = { ArrowUp: "up", ArrowDown: "down", ArrowRight: "in", ArrowLeft: "out" };

interface BlockTreeProps {
  project: string;
  blocks: readonly TreeBlock[];
}

interface DropTarget {
  id: string;
  side: DropSide;
}

/**
 * The blocks of a project. Arrow keys walk and open, Enter shows, F2 renames, Delete removes, and Alt with an arrow key
 * moves; only the rows that are seen are drawn.
 */
export function BlockTree({ project, blocks }: BlockTreeProps) {
  const { t } = useTranslation();
  const opened = usePlace().part;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string>();
  const [renaming, setRenaming] = useState<string>();
  const [dragged, setDragged] = useState<string>();
  const [target, setTarget] = useState<DropTarget>();
  const move = useMove(project);
  const actions = useBlockActions(project);
  const rows = useMemo(() => visibleRows(blocks, closed), [blocks, closed]);
  const scroller = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const current = [focused, opened].find((id) => rows.some((row) => row.block.id === id)) ?? rows[0]?.block.id;
  const index = rows.findIndex((row) => row.block.id === current);

  useEffect(() => {
    if (!hasFocus.current || index < 0 || renaming) return;
    virtual.scrollToIndex(index, { align: "auto" });
    window.requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-block="${CSS.escape(current ?? "")}"]`)?.focus(),
    );
  }, [current, index, renaming, virtual]);

  const setOpen = (id: string, isOpen: boolean) =>
    setClosed((now) => new Set(isOpen ? [...now].filter((each) => each !== id) : [...now, id]));
  const show = (id: string) => go({ part: id, file: undefined, pane: "view" });
  const walk = (at: number) => setFocused(rows[Math.max(0, Math.min(at, rows.length - 1))]?.block.id);

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[index];
    if (!row || renaming) return;
    const { block } = row;
    const step = STEPS[event.key];
    if (event.altKey && step) {
      const spot = stepped(blocks, block, step);
      if (spot?.parentId) setOpen(spot.parentId, true);
      setFocused(block.id);
      if (spot) move.mutate({ id: block.id, spot });
    } else if (event.key === "ArrowDown") walk(index + 1);
    else if (event.key === "ArrowUp") walk(index - 1);
    else if (event.key === "Home") walk(0);
    else if (event.key === "End") walk(rows.length - 1);
    else if (event.key === "ArrowRight" && row.hasChildren && !row.isOpen) setOpen(block.id, true);
    else if (event.key === "ArrowRight" && row.isOpen) walk(index + 1);
    else if (event.key === "ArrowLeft" && row.isOpen) setOpen(block.id, false);
    else if (event.key === "ArrowLeft" && block.parentId) setFocused(block.parentId);
    else if (event.key === "Enter" || event.key === " ") show(block.id);
    else if (event.key === "F2") setRenaming(block.id);
    else if (event.key === "Delete") {
      walk(index + 1 < rows.length ? index + 1 : index - 1);
      actions.remove(block);
    } else return;
    event.preventDefault();
  };
  const onDragOver = (event: DragEvent, block: TreeBlock) => {
    if (!dragged || subtreeIds(blocks, dragged).has(block.id)) return setTarget(undefined);
    event.preventDefault();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    setTarget({ id: block.id, side: sideAt(event.clientY - top, height) });
  };
  const onDrop = () => {
    const onto = blocks.find((each) => each.id === target?.id);
    const spot = dragged && target && onto && dropSpot(blocks, dragged, onto, target.side);
    if (dragged && spot) move.mutate({ id: dragged, spot });
    setDragged(undefined);
    setTarget(undefined);
  };

  if (!blocks.length) return <p className="px-4 py-4 text-sm text-soft">{t("projects.blocks.none")}</p>;
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
      <div
        role="tree"
        aria-label={t("projects.blocks.title")}
        tabIndex={-1}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
        onFocus={() => {
          hasFocus.current = true;
        }}
        onBlur={(event) => {
          hasFocus.current = event.currentTarget.contains(event.relatedTarget);
        }}
      >
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const { block } = row;
          return (
            <BlockRow
              key={block.id}
              row={row}
              top={item.start}
              isCurrent={block.id === current}
              isOpened={block.id === opened}
              dropSide={target?.id === block.id ? target.side : undefined}
              renaming={renaming === block.id}
              onRename={(name) => {
                setRenaming(undefined);
                if (name && name !== block.name) actions.rename(block, name);
              }}
              onToggle={() => setOpen(block.id, !row.isOpen)}
              onShow={() => {
                setFocused(block.id);
                show(block.id);
              }}
              drag={{
                onDragStart: () => setDragged(block.id),
                onDragOver: (event) => onDragOver(event, block),
                onDragEnd: () => setTarget(undefined),
                onDrop,
              }}
            />
          );
        })}
      </div>
    </div>
  );
}
