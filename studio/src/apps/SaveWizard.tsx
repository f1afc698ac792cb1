import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { go } from "../app/place";
import { useConversations } from "../conversations/queries";
import { toolText } from "../talk/toolText";
import { Button } from "../ui/Button";
import { CheckField, SelectField, TextField } from "../ui/Fields";
import { Modal } from "../ui/Modal";
import { Failed, Loading } from "../ui/States";
import { useAppChange } from "./queries";

type Step = "steps" | "parameters" | "confirm";
const STEPS: readonly Step[] = ["steps", "parameters", "confirm"];

/** Save a conversation as an app: choose its steps, name it, and compile it. */
export function SaveWizard({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const conversations = useConversations().data?.pages.flatMap((page) => page.items) ?? [];
  const [step, setStep] = useState<Step>("steps");
  const [conversation, setConversation] = useState("");
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [title, setTitle] = useState("");
  const [hasText, setText] = useState(true);
  const query = useQuery({
    queryKey: ["app-steps", conversation],
    enabled: conversation !== "",
    queryFn: () => dataOf(api.GET("/api/apps/steps", { params: { query: { conversationId: conversation } } })),
  });
  const found = query.data?.items ?? [];
  const chosen = found.filter((each) => each.canCompile && !left.has(each.id));
  const compile = useAppChange(
    () => {
      const steps = chosen.map((each) => each.id);
      // Without a capable model there are no texts; the service decides that if nothing is said.
      const body = {
        conversationId: conversation,
        steps,
        title: title.trim(),
        entityContext: {},
        ...(hasText ? {} : { hasText: false }),
      };
      return dataOf(api.POST("/api/apps/compile", { body }));
    },
    (begun) => {
      onClose();
      go({ item: begun.appId, part: undefined, pane: "view" });
    },
  );
  const at = STEPS.indexOf(step);
  const isReady = step === "steps" ? chosen.length > 0 : true;
  return (
    <Modal
      title={t("apps.new")}
      about={t("apps.wizard.step", { number: at + 1, count: STEPS.length, name: t(`apps.wizard.${step}`) })}
      isWide
      onClose={onClose}
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          const next = STEPS[at + 1];
          if (next) setStep(next);
          else compile.mutate(undefined);
        }}
      >
        {step === "steps" && (
          <>
            <SelectField
              label={t("apps.wizard.conversation")}
              value={conversation}
              onChange={(event) => {
                setConversation(event.target.value);
                setTitle(conversations.find((each) => each.id === event.target.value)?.title ?? "");
              }}
            >
              <option value="">{t("apps.wizard.choose")}</option>
              {conversations.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.title || t("conversations.untitled")}
                </option>
              ))}
            </SelectField>
            {conversation && query.isPending && <Loading />}
            {query.isError && <Failed text={query.error.message} retry={() => void query.refetch()} />}
            {query.isSuccess && !found.some((each) => each.canCompile) && (
              <p className="text-sm text-warn">{t("apps.wizard.nothing")}</p>
            )}
            {found.length > 0 && (
              <fieldset className="space-y-1">
                <legend className="mb-1 text-sm font-medium">{t("apps.wizard.steps")}</legend>
                {found.map((each) => (
                  <CheckField
                    key={each.id}
                    label={each.message || toolText(each.tool, t)}
                    about={
                      each.canCompile
                        ? toolText(each.tool, t)
                        : t("apps.wizard.cannot", { tool: toolText(each.tool, t) })
                    }
                    checked={each.canCompile && !left.has(each.id)}
                    disabled={!each.canCompile}
                    onChange={(isChosen) =>
                      setLeft(new Set(isChosen ? [...left].filter((id) => id !== each.id) : [...left, each.id]))
                    }
                  />
                ))}
              </fieldset>
            )}
          </>
        )}
        {step === "parameters" && (
          <>
            <TextField
              label={t("apps.wizard.title")}
              about={t("apps.wizard.title.about")}
              value={title}
              maxLength={200}
              onChange={(event) => setTitle(event.target.value)}
            />
            <CheckField
              label={t("apps.wizard.text")}
              about={t("apps.wizard.text.about")}
              checked={hasText}
              onChange={setText}
            />
          </>
        )}
        {step === "confirm" && (
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            <dt className="text-soft">{t("apps.wizard.title")}</dt>
            <dd>{title || t("apps.untitled")}</dd>
            <dt className="text-soft">{t("apps.wizard.steps")}</dt>
            <dd>
              <ul className="list-disc pl-4">
                {chosen.map((each) => (
                  <li key={each.id}>{each.message || toolText(each.tool, t)}</li>
                ))}
              </ul>
            </dd>
            <dt className="text-soft">{t("apps.wizard.text")}</dt>
            <dd>{t(hasText ? "apps.wizard.text.yes" : "apps.wizard.text.no")}</dd>
          </dl>
        )}
        <div className="flex justify-end gap-2 pt-2">
          {at > 0 && (
            <Button look="quiet" onClick={() => setStep(STEPS[at - 1] ?? "steps")}>
              {t("ask.back")}
            </Button>
          )}
          <Button type="submit" look="solid" disabled={!isReady || compile.isPending}>
            {t(step === "confirm" ? "apps.wizard.save" : "ask.next")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
