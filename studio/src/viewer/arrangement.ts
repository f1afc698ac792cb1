import type { Schemas } from "../api/client";

/** A slide while slides are arranged. A copy has the number of its original, and a key of its own. */
export interface ArrangedSlide {
  key: number;
  number: number;
  title: string;
  isTitle: boolean;
  canCopy: boolean;
}

export function arrangedSlides(slides: readonly Schemas["DeckSlideItem"][]): ArrangedSlide[] {
  return slides.map(({ number, title, isTitle, canCopy }) => ({ key: number, number, title, isTitle, canCopy }));
}

/** Move a slide to a place; nothing goes before the title slide. */
export function moveSlide(slides: readonly ArrangedSlide[], from: number, to: number): ArrangedSlide[] {
  const first = slides[0]?.isTitle ? 1 : 0;
  const moved = slides[from];
  if (!moved || from < first) return [...slides];
  const rest = slides.filter((_, index) => index !== from);
  const place = Math.min(Math.max(to, first), rest.length);
  return [...rest.slice(0, place), moved, ...rest.slice(place)];
}

export function copySlide(slides: readonly ArrangedSlide[], index: number): ArrangedSlide[] {
  const original = slides[index];
  if (!original?.canCopy) return [...slides];
  const copy = { ...original, key: Math.max(...slides.map((each) => each.key)) + 1 };
  return [...slides.slice(0, index + 1), copy, ...slides.slice(index + 1)];
}

/** Take a slide out. The title slide and the last other slide stay. */
export function removeSlide(slides: readonly ArrangedSlide[], index: number): ArrangedSlide[] {
  const others = slides.filter((each) => !each.isTitle).length;
  return slides[index]?.isTitle || others < 2 ? [...slides] : slides.filter((_, at) => at !== index);
}

export function orderOf(slides: readonly ArrangedSlide[]): number[] {
  return slides.map((each) => each.number);
}
