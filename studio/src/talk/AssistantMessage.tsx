import { memo } from "react";
import { useTranslation } from "react-i18next";
import { AskForm } from "../asks/AskForm";
import type { Ask } from "../asks/answers";
import { OutlineForm } from "../asks/OutlineForm";
import { askForModelForm, needsModel } from "../start/modelRequest";
import { Button } from "../ui/Button";
import { CopyButton } from "./CopyButton";
import { MessagePart } from "./MessagePart";
import {
  answeredAsks,
  openAsk,
  outcomeOf,
  type StudioMessage,
  type StudioPart,
  textOf,
  visibleParts,
  withoutSaid,
} from "./messages";
import { ReceiptLine } from "./ReceiptLine";

interface AssistantMessageProps {
  message: StudioMessage;
  isLast: boolean;
  isRunning: boolean;
  onAnswer: (ask: Ask, answer: unknown) => void;
  onRetry: (turnId: string) => void;
}

export const AssistantMessage = memo(function AssistantMessage(props: AssistantMessageProps) {
  const { message, isLast, isRunning, onAnswer, onRetry } = props;
  const { t } = useTranslation();
  const outcome = outcomeOf(message);
  const text = textOf(message);
  const answered = answeredAsks(message);
  const open = isLast && !isRunning ? openAsk(message) : undefined;
  const ask = open && !answered.has(open.id) ? withoutSaid(open, text) : undefined;
  const hasEnded = outcome !== undefined && !isRunning;
  const told = hasEnded && outcome.kind === "failed" ? outcome.message : "";
  const parts = visibleParts(message).filter((part) => part.type !== "data-ask" || !answered.has(part.data.ask.id));
  const isWordless = hasEnded && !text && outcome.kind !== "failed" && outcome.kind !== "asked";
  return (
    <article data-message={message.id} tabIndex={-1} aria-label="Inkwright" className="message space-y-3">
      {parts.map((part, index) => (
        <MessagePart key={index} part={part} openAskId={ask?.id} ask={askOf(part, message)} told={told} />
      ))}
      {isWordless && <p className="whitespace-pre-wrap">{outcome.message}</p>}
      {isRunning && <p className="breathe text-sm text-soft">{t("talk.working")}</p>}
      {ask?.kind === "outline_edit" && <OutlineForm ask={ask} onAnswer={(answer) => onAnswer(ask, answer)} />}
      {ask && ask.kind !== "outline_edit" && <AskForm ask={ask} onAnswer={(answer) => onAnswer(ask, answer)} />}
      {hasEnded && outcome.kind === "failed" && (
        <div className="space-y-2 text-sm">
          <p className="break-words whitespace-pre-wrap text-warn">
            {outcome.code === "cancelled" ? t("talk.stopped") : outcome.message}
          </p>
          {isLast && (
            <p className="flex flex-wrap gap-2">
              <Button onClick={() => onRetry(message.id)}>{t("talk.retry")}</Button>
              {needsModel(outcome.code) && <Button onClick={askForModelForm}>{t("model.title")}</Button>}
            </p>
          )}
        </div>
      )}
      {hasEnded && outcome.kind !== "asked" && outcome.receipt && (
        <ReceiptLine receipt={told ? { ...outcome.receipt, missing: [] } : outcome.receipt} />
      )}
      {hasEnded && outcome.kind !== "asked" && text && (
        <div className="-ml-2">
          <CopyButton text={text} />
        </div>
      )}
    </article>
  );
});

/** The ask that an answer belongs to. */
function askOf(part: StudioPart, message: StudioMessage): Ask | undefined {
  if (part.type !== "data-answer") return undefined;
  const found = message.parts.find((each) => each.type === "data-ask" && each.data.ask.id === part.data.askId);
  return found?.type === "data-ask" ? found.data.ask : undefined;
}
