import { expect, it } from "vitest";
import { type ArrangedSlide, copySlide, moveSlide, orderOf, removeSlide } from "./arrangement";

const slides: ArrangedSlide[] = [1, 2, 4].map((number) => ({
  key: number,
  number,
  title: `${number}`,
  isTitle: number === 1,
  canCopy: number !== 1,
}));

it("moves a slide, and keeps the title slide first", () => {
  expect(orderOf(moveSlide(slides, 2, 1))).toEqual([1, 4, 2]);
  expect(orderOf(moveSlide(slides, 2, 0))).toEqual([1, 4, 2]);
  expect(orderOf(moveSlide(slides, 1, 99))).toEqual([1, 4, 2]);
  expect(orderOf(moveSlide(slides, 0, 2))).toEqual([1, 2, 4]);
  expect(orderOf(moveSlide(slides, 9, 0))).toEqual([1, 2, 4]);
});

it("copies a slide after itself under a key of its own", () => {
  const copied = copySlide(slides, 1);
  expect(orderOf(copied)).toEqual([1, 2, 2, 4]);
  expect(new Set(copied.map((each) => each.key)).size).toBe(4);
  expect(orderOf(copySlide(slides, 0))).toEqual([1, 2, 4]);
});

it("removes all slides but the title slide and the last other one", () => {
  const left = removeSlide(slides, 1);
  expect(orderOf(left)).toEqual([1, 4]);
  expect(orderOf(removeSlide(left, 1))).toEqual([1, 4]);
  expect(orderOf(removeSlide(left, 0))).toEqual([1, 4]);
});
