import { useTranslation } from "react-i18next";
import type { AnswerData, Ask } from "./answers";

const STATUSES = ["adopted", "edited", "abandoned", "cancelled", "timeout"] as const;

/** A question that was answered, with the answer. */
export function AnswerView({ ask, answer }: { ask?: Ask; answer: AnswerData }) {
  const { t } = useTranslation();
  const status = STATUSES.find((each) => each === answer.status);
  return (
    <section aria-label={t("ask.answer")} className="rounded-2xl border border-line px-4 py-3 text-sm">
      {ask && <p className="text-soft">{ask.title}</p>}
      {answer.said && <p className="mt-1 break-words whitespace-pre-wrap">{answer.said}</p>}
      {!answer.said && status && <p className="mt-1">{t(`ask.status.${status}`)}</p>}
      {!answer.said && (answer.items?.length ?? 0) > 0 && (
        <dl className="mt-1 space-y-1">
          {answer.items?.map((item, index) => (
            <div key={index}>
              {item.question !== ask?.title && <dt className="text-soft">{item.question}</dt>}
              <dd className="break-words whitespace-pre-wrap">
                {item.words || <i>{t("ask.skipped")}</i>}
                {item.note && <span className="text-soft"> · {item.note}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
