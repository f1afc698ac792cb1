import type { Schemas } from "../api/client";

export type TreeBlock = Schemas["TreeBlockItem"];

/** Where a block is put: below a parent or at the top, at an index among the siblings without the block itself. */
export interface Spot {
  parentId: string | null;
  index: number;
}

export interface TreeRow {
  block: TreeBlock;
  hasChildren: boolean;
  isOpen: boolean;
}

/** The rows that are seen: everything except what is below a closed block. */
export function visibleRows(blocks: readonly TreeBlock[], closed: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const [index, block] of blocks.entries()) {
    if (block.depth > hiddenBelow) continue;
    hiddenBelow = Number.POSITIVE_INFINITY;
    const hasChildren = blocks[index + 1]?.parentId === block.id;
    const isOpen = hasChildren && !closed.has(block.id);
    if (hasChildren && !isOpen) hiddenBelow = block.depth;
    rows.push({ block, hasChildren, isOpen });
  }
  return rows;
}

function siblingsOf(blocks: readonly TreeBlock[], parentId: string | null): TreeBlock[] {
  return blocks.filter((each) => each.parentId === parentId);
}

/** The place that a block has now. */
export function spotOf(blocks: readonly TreeBlock[], block: TreeBlock): Spot {
  return { parentId: block.parentId, index: siblingsOf(blocks, block.parentId).findIndex(({ id }) => id === block.id) };
}

export type Step = "up" | "down" | "in" | "out";

/** Where a step of the keyboard leads: before or after a sibling, into the sibling above, or out after the parent. */
export function stepped(blocks: readonly TreeBlock[], block: TreeBlock, step: Step): Spot | undefined {
  const siblings = siblingsOf(blocks, block.parentId);
  const index = siblings.findIndex(({ id }) => id === block.id);
  if (step === "up") return index > 0 ? { parentId: block.parentId, index: index - 1 } : undefined;
  if (step === "down") {
    return index < siblings.length - 1 ? { parentId: block.parentId, index: index + 1 } : undefined;
  }
  if (step === "in") {
    const above = siblings[index - 1];
    return above && { parentId: above.id, index: siblingsOf(blocks, above.id).length };
  }
  const parent = blocks.find(({ id }) => id === block.parentId);
  if (!parent) return undefined;
  const outer = siblingsOf(blocks, parent.parentId);
  return { parentId: parent.parentId, index: outer.findIndex(({ id }) => id === parent.id) + 1 };
}

/** A block and everything below it. */
export function subtreeIds(blocks: readonly TreeBlock[], id: string): ReadonlySet<string> {
  const found = new Set([id]);
  for (const block of blocks) if (block.parentId && found.has(block.parentId)) found.add(block.id);
  return found;
}

export type DropSide = "before" | "inside" | "after";

/** Where a dragged block lands on another one; undefined if that is the block itself or below it. */
export function dropSpot(
  blocks: readonly TreeBlock[],
  draggedId: string,
  target: TreeBlock,
  side: DropSide,
): Spot | undefined {
  if (subtreeIds(blocks, draggedId).has(target.id)) return undefined;
  const others = (parentId: string | null) => siblingsOf(blocks, parentId).filter(({ id }) => id !== draggedId);
  if (side === "inside") return { parentId: target.id, index: others(target.id).length };
  const index = others(target.parentId).findIndex(({ id }) => id === target.id);
  return { parentId: target.parentId, index: side === "before" ? index : index + 1 };
}

/** The part of a row that the pointer is on: its upper or lower quarter, or its middle. */
export function sideAt(offset: number, height: number): DropSide {
  if (offset < height / 4) return "before";
  return offset > (height * 3) / 4 ? "after" : "inside";
}

/** The tree as it will be after a move, shown until the service has answered. */
export function movedTo(blocks: readonly TreeBlock[], id: string, spot: Spot): TreeBlock[] {
  const moving = subtreeIds(blocks, id);
  const parent = blocks.find((each) => each.id === spot.parentId);
  const self = blocks.find((each) => each.id === id);
  if (!self) return [...blocks];
  const shift = (parent ? parent.depth + 1 : 0) - self.depth;
  const moved = blocks
    .filter((each) => moving.has(each.id))
    .map((each) => ({
      ...each,
      depth: each.depth + shift,
      parentId: each.id === id ? spot.parentId : each.parentId,
    }));
  const rest = blocks.filter((each) => !moving.has(each.id));
  const before = rest.filter((each) => each.parentId === spot.parentId)[spot.index];
  if (before) return rest.toSpliced(rest.indexOf(before), 0, ...moved);
  const end = parent ? endOf(rest, parent) : rest.length;
  return rest.toSpliced(end, 0, ...moved);
}

function endOf(blocks: readonly TreeBlock[], parent: TreeBlock): number {
  const start = blocks.indexOf(parent) + 1;
  const next = blocks.slice(start).findIndex((each) => each.depth <= parent.depth);
  return next < 0 ? blocks.length : start + next;
}

/** The names of the ancestors of a block and its own, separated by slashes. */
export function pathOf(blocks: readonly TreeBlock[], block: TreeBlock): string {
  const names = [block.name];
  let parent = blocks.find(({ id }) => id === block.parentId);
  while (parent) {
    names.unshift(parent.name);
    const above = parent.parentId;
    parent = blocks.find(({ id }) => id === above);
  }
  return names.join("/");
}

/** What is written after an @ for each block: its name, or its path if several blocks have that name. */
export function mentionNames(blocks: readonly TreeBlock[]): string[] {
  const counts = new Map<string, number>();
  for (const { name } of blocks) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  return blocks.map((block) => (counts.get(block.name.toLowerCase()) === 1 ? block.name : pathOf(blocks, block)));
}
