import { Clapperboard, TriangleAlert, Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { AnswerView } from "../asks/AnswerView";
import type { Ask } from "../asks/answers";
import { FileCard } from "./FileCard";
import { Markdown } from "./Markdown";
import type { StudioPart } from "./messages";
import { Reasoning } from "./Reasoning";
import { SchoolLinks } from "./SchoolLinks";
import { FoundPassages, ReadSources } from "./SourceLinks";
import { ToolLine } from "./ToolLine";
import { WorkCard } from "./WorkCard";

/** The question itself is shown. */
const ASK_TOOL = "ui_request";
/** An example says what it is. */
const SCRIPTED = "scripted";

interface MessagePartProps {
  part: StudioPart;
  /** The ask that a form shows. */
  openAskId?: string;
  /** The ask of an answer. */
  ask?: Ask;
  /** What the outcome says; it is not repeated. */
  told?: string;
}

/** One part of a message. Parts that only carry data for others are not shown. */
export function MessagePart({ part, openAskId, ask, told = "" }: MessagePartProps) {
  const { t } = useTranslation();
  switch (part.type) {
    case "text":
      return <Markdown text={part.text} isGrowing={part.state === "streaming"} />;
    case "reasoning":
      return <Reasoning text={part.text} isGrowing={part.state === "streaming"} />;
    case "data-tool-progress":
      return part.data.tool === ASK_TOOL ? null : <ToolLine progress={part.data} told={told} />;
    case "data-file-ready":
    case "data-quiz-complete":
    case "data-interactive-content":
      return <FileCard file={part.data} />;
    case "data-work":
      return <WorkCard work={part.data} />;
    case "data-school-read":
      return <SchoolLinks read={part.data} />;
    case "data-rag-sources":
      return <FoundPassages found={part.data} />;
    case "data-research-sources":
      return <ReadSources read={part.data} />;
    case "data-text-retracted":
      return (
        <p className="flex items-start gap-2 text-sm text-soft">
          <Undo2 size={15} strokeWidth={1.6} aria-hidden className="mt-1 shrink-0" />
          {t("talk.withdrawn")}
        </p>
      );
    case "data-answer":
      return <AnswerView ask={ask} answer={part.data} />;
    case "data-warning":
      if (part.data.code === SCRIPTED) {
        return (
          <p className="flex items-start gap-2 rounded-xl bg-well px-3 py-2 text-xs text-soft">
            <Clapperboard size={15} strokeWidth={1.6} aria-hidden className="mt-px shrink-0" />
            {part.data.message}
          </p>
        );
      }
      return (
        <p className="flex items-start gap-2 text-sm text-warn">
          <TriangleAlert size={15} strokeWidth={1.6} aria-hidden className="mt-1 shrink-0" />
          {part.data.message}
        </p>
      );
    case "data-ask":
      return part.data.ask.id === openAskId ? null : (
        <p className="text-sm text-soft">{t("ask.done", { title: part.data.ask.title })}</p>
      );
    default:
      return null;
  }
}
