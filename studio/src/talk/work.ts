import type { TFunction } from "i18next";
import type { Schemas } from "../api/client";
import type { Place } from "../app/place";

type LongWork = Schemas["LongWork"];
type SchoolRead = Schemas["SchoolRead"];

/** Where long work is shown; research of a talk has no page of its own. */
export function workPlace(work: LongWork): Partial<Place> | undefined {
  if (work.kind === "paper" && work.paperId) return { area: "papers", item: work.paperId, pane: "view" };
  if (work.kind === "evaluation" && work.projectId) {
    return { area: "projects", item: work.projectId, part: "evaluation", pane: "view" };
  }
  return undefined;
}

/** What the work is about; without a title, what it is. */
export function workTitle(work: LongWork, t: TFunction): string {
  return work.title.replace(/\.(md|txt|pdf|docx|tex)$/i, "") || t(`work.${work.kind}`);
}

export interface SchoolLink {
  id: string;
  name: string;
  place: Partial<Place>;
}

/** The classes and pupils that were read, each with the place that shows it. */
export function schoolLinks(read: SchoolRead): SchoolLink[] {
  const show = { area: "classes", pane: "view" } as const;
  const classes = (read.classes ?? []).map((each) => ({ ...each, place: { ...show, item: each.id, part: undefined } }));
  const pupils = (read.pupils ?? []).flatMap((each) =>
    each.classId
      ? [{ id: each.number, name: each.name, place: { ...show, item: each.classId, part: each.number } }]
      : [],
  );
  return [...classes, ...pupils];
}
