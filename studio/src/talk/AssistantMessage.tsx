import { memo } from "react";
import { useTranslation } from "react-i18next";
import { AskForm } from "../asks/AskForm";
import { OutlineForm } from "../asks/OutlineForm";
import { Button } from "../ui/Button";
import { CopyButton } from "./CopyButton";
import { MessagePart } from "./MessagePart";
import { openAsk, outcomeOf, type StudioMessage, textOf, visibleParts, withoutSaid } from "./messages";
import { ReceiptLine } from "./ReceiptLine";

interface AssistantMessageProps {
  message: StudioMessage;
  isLast: boolean;
  isRunning: boolean;
  onAnswer: (askId: string, answer: unknown) => void;
  onRetry: (turnId: string) => void;
}

export const AssistantMessage = memo(function AssistantMessage(props: AssistantMessageProps) {
  const { message, isLast, isRunning, onAnswer, onRetry } = props;
  const { t } = useTranslation();
  const outcome = outcomeOf(message);
  const text = textOf(message);
  const ask = isLast && !isRunning ? withoutSaid(openAsk(message), text) : undefined;
  const hasEnded = outcome !== undefined && !isRunning;
  const isWordless = hasEnded && !text && outcome.kind !== "failed" && outcome.kind !== "asked";
  return (
    <article aria-label="Inkwright" className="message space-y-3">
      {visibleParts(message).map((part, index) => (
        <MessagePart key={index} part={part} openAskId={ask?.id} />
      ))}
      {isWordless && <p className="whitespace-pre-wrap">{outcome.message}</p>}
      {isRunning && <p className="breathe text-sm text-soft">{t("talk.working")}</p>}
      {ask?.kind === "outline_edit" && <OutlineForm ask={ask} onAnswer={(answer) => onAnswer(ask.id, answer)} />}
      {ask && ask.kind !== "outline_edit" && <AskForm ask={ask} onAnswer={(answer) => onAnswer(ask.id, answer)} />}
      {hasEnded && outcome.kind === "failed" && (
        <div className="space-y-2 text-sm">
          <p className="text-warn">
            {outcome.code === "cancelled" ? t("talk.stopped") : t("talk.failed", { message: outcome.message })}
          </p>
          {isLast && <Button onClick={() => onRetry(message.id)}>{t("talk.retry")}</Button>}
        </div>
      )}
      {hasEnded && outcome.kind !== "asked" && outcome.receipt && <ReceiptLine receipt={outcome.receipt} />}
      {hasEnded && outcome.kind !== "asked" && text && (
        <div className="-ml-2">
          <CopyButton text={text} />
        </div>
      )}
    </article>
  );
});
