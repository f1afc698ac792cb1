import {
  Activity,
  Brain,
  ChartNoAxesCombined,
  GitCompare,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  Play,
  Search,
  Users,
  WandSparkles,
} from "lucide-react";
import type { ComponentType } from "react";
import type { projects } from "../i18n/en/projects";
import { ActivitySection } from "./ActivitySection";
import { ChannelsSection } from "./ChannelsSection";
import { EvaluationSection } from "./EvaluationSection";
import { MemorySection } from "./MemorySection";
import { Overview } from "./Overview";
import { PersonasSection } from "./PersonasSection";
import { ProposalsSection } from "./ProposalsSection";
import { RunSection } from "./RunSection";
import { SearchSection } from "./SearchSection";
import { SkillsSection } from "./SkillsSection";
import type { Feed } from "./useFeed";

export interface SectionProps {
  project: string;
  feed: Feed;
  /** Begin a message to the agent of the project. */
  onSuggest: (words: string) => void;
}

/** A view of a whole project. The first one is shown when a project is opened. */
export interface Section {
  id: string;
  icon: LucideIcon;
  title: Extract<keyof typeof projects, `projects.section.${string}`>;
  Component: ComponentType<SectionProps>;
}

export const SECTIONS: readonly Section[] = [
  { id: "overview", icon: LayoutDashboard, title: "projects.section.overview", Component: Overview },
  { id: "proposals", icon: GitCompare, title: "projects.section.proposals", Component: ProposalsSection },
  { id: "run", icon: Play, title: "projects.section.run", Component: RunSection },
  { id: "channels", icon: Megaphone, title: "projects.section.channels", Component: ChannelsSection },
  { id: "evaluation", icon: ChartNoAxesCombined, title: "projects.section.evaluation", Component: EvaluationSection },
  { id: "personas", icon: Users, title: "projects.section.personas", Component: PersonasSection },
  { id: "skills", icon: WandSparkles, title: "projects.section.skills", Component: SkillsSection },
  { id: "search", icon: Search, title: "projects.section.search", Component: SearchSection },
  { id: "activity", icon: Activity, title: "projects.section.activity", Component: ActivitySection },
  { id: "memory", icon: Brain, title: "projects.section.memory", Component: MemorySection },
];

/** The section of an address; without a name the first one, and none for the id of a block. */
export function sectionOf(part: string | undefined): Section | undefined {
  return part === undefined ? SECTIONS[0] : SECTIONS.find((each) => each.id === part);
}
