import { expect, it } from "vitest";
import { dropSpot, mentionNames, movedTo, sideAt, spotOf, stepped, type TreeBlock, visibleRows } from "./tree";

function block(id: string, parentId: string | null = null, depth = 0, name = id): TreeBlock {
  return {
    id,
    parentId,
    name,
    depth,
    textVersion: 1,
    characters: 0,
    blockType: "field",
    contentKind: "markdown",
    status: "pending",
    needsRegeneration: false,
    needReview: false,
    autoGenerate: false,
    phase: "",
    dependsOn: [],
  };
}

const TREE = [block("a"), block("a1", "a", 1), block("a11", "a1", 2), block("a2", "a", 1), block("b"), block("c")];
const found = (id: string) => TREE.find((each) => each.id === id) ?? block("none");
const shape = (blocks: readonly TreeBlock[]) => blocks.map((each) => `${"-".repeat(each.depth)}${each.id}`).join(" ");

it("hides everything below a closed block, and nothing else", () => {
  const names = (closed: string[]) => visibleRows(TREE, new Set(closed)).map((row) => row.block.id);
  expect(names([])).toEqual(["a", "a1", "a11", "a2", "b", "c"]);
  expect(names(["a1"])).toEqual(["a", "a1", "a2", "b", "c"]);
  expect(names(["a", "a1", "b"])).toEqual(["a", "b", "c"]);
});

it("moves a block by steps, and stays at the edges", () => {
  expect(stepped(TREE, found("b"), "up")).toEqual({ parentId: null, index: 0 });
  expect(stepped(TREE, found("b"), "down")).toEqual({ parentId: null, index: 2 });
  expect(stepped(TREE, found("b"), "in")).toEqual({ parentId: "a", index: 2 });
  expect(stepped(TREE, found("a11"), "out")).toEqual({ parentId: "a", index: 1 });
  expect(stepped(TREE, found("a"), "up")).toBeUndefined();
  expect(stepped(TREE, found("c"), "down")).toBeUndefined();
  expect(stepped(TREE, found("a"), "in")).toBeUndefined();
  expect(stepped(TREE, found("a"), "out")).toBeUndefined();
});

it("drops a block beside or into another one, and never into itself", () => {
  expect(dropSpot(TREE, "c", found("a1"), "before")).toEqual({ parentId: "a", index: 0 });
  expect(dropSpot(TREE, "c", found("a1"), "inside")).toEqual({ parentId: "a1", index: 1 });
  expect(dropSpot(TREE, "a", found("b"), "after")).toEqual({ parentId: null, index: 1 });
  expect(dropSpot(TREE, "a", found("a11"), "inside")).toBeUndefined();
  expect(dropSpot(TREE, "a", found("a"), "before")).toBeUndefined();
  expect([sideAt(2, 32), sideAt(16, 32), sideAt(30, 32)]).toEqual(["before", "inside", "after"]);
});

it("shows the tree as it will be after a move", () => {
  expect(shape(movedTo(TREE, "a1", { parentId: null, index: 2 }))).toBe("a -a2 b a1 -a11 c");
  expect(shape(movedTo(TREE, "c", { parentId: "a", index: 2 }))).toBe("a -a1 --a11 -a2 -c b");
  expect(shape(movedTo(TREE, "b", { parentId: "a1", index: 0 }))).toBe("a -a1 --b --a11 -a2 c");
  expect(shape(movedTo(TREE, "gone", { parentId: null, index: 0 }))).toBe(shape(TREE));
});

it("moves back to where a block was", () => {
  for (const each of TREE) {
    const spot = spotOf(TREE, each);
    expect(shape(movedTo(movedTo(TREE, each.id, { parentId: null, index: 0 }), each.id, spot))).toBe(shape(TREE));
  }
});

it("names a block by its path only if another one has its name", () => {
  const blocks = [block("1", null, 0, "第一章"), block("2", "1", 1, "End"), block("3", null, 0, "end")];
  expect(mentionNames(blocks)).toEqual(["第一章", "第一章/End", "end"]);
});
