import {
  AppWindow,
  BookOpen,
  FolderKanban,
  GraduationCap,
  ListChecks,
  type LucideIcon,
  PenLine,
  ScrollText,
  Telescope,
} from "lucide-react";
import { type ComponentType, lazy } from "react";
import { apiFetch } from "../api/client";
import { whenReached } from "../api/connection";
import type { MessageKey } from "../i18n/en";
import { MakeArea } from "./MakeArea";

/** A part of the studio that has the whole page below the top bar. Only the first one is in the first load. */
export interface Area {
  /** Its name in the address; the first area has none. */
  id: string | undefined;
  icon: LucideIcon;
  title: Extract<MessageKey, `area.${string}`>;
  Component: ComponentType;
}

/** The areas, in the order of the navigation: one line each, lazy after the first. */
export const AREAS: readonly [Area, ...Area[]] = [
  { id: undefined, icon: PenLine, title: "area.make", Component: MakeArea },
  {
    id: "projects",
    icon: FolderKanban,
    title: "area.projects",
    Component: loaded(() => import("../projects/ProjectsArea")),
  },
  { id: "library", icon: BookOpen, title: "area.library", Component: loaded(() => import("../library/LibraryArea")) },
  {
    id: "research",
    icon: Telescope,
    title: "area.research",
    Component: loaded(() => import("../research/ResearchArea")),
  },
  {
    id: "classes",
    icon: GraduationCap,
    title: "area.classes",
    Component: loaded(() => import("../classes/ClassesArea")),
  },
  { id: "papers", icon: ScrollText, title: "area.papers", Component: loaded(() => import("../papers/PapersArea")) },
  { id: "apps", icon: AppWindow, title: "area.apps", Component: loaded(() => import("../apps/AppsArea")) },
  { id: "jobs", icon: ListChecks, title: "area.jobs", Component: loaded(() => import("../jobs/JobsArea")) },
];

/** A part of the page that is loaded when it is needed; without a connection, as soon as there is one again. */
function loaded(load: () => Promise<{ default: ComponentType }>) {
  const again = async (problem: unknown) => {
    // Other problems stay: the service has another version of the page by now.
    if (await isReached()) throw problem;
    await whenReached();
    return load();
  };
  return lazy(() => load().catch(again));
}

async function isReached(): Promise<boolean> {
  return apiFetch("/healthz").then(
    () => true,
    () => false,
  );
}

/** The area of an address; an unknown one is the first. */
export function areaOf(id: string | undefined): Area {
  return AREAS.find((each) => each.id === id) ?? AREAS[0];
}
