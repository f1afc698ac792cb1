import { useMutation, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { Button, IconButton } from "../ui/Button";
import { toast } from "../ui/Toasts";
import { type ModelSettings, modelChoices } from "./models";
import { TestReport } from "./TestReport";

const FIELD = "mt-1 w-full rounded-lg border border-line bg-paper px-3 py-2 text-sm text-ink";

interface ModelDialogProps {
  settings: ModelSettings;
  onClose: () => void;
}

/** The form for models. A key goes to the service and stays there; it is never shown again. */
export default function ModelDialog({ settings, onClose }: ModelDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const choices = modelChoices(settings);
  const [place, setPlace] = useState(choices[0]?.name ?? "");
  const [written, setWritten] = useState<string>();
  const [key, setKey] = useState("");
  const choice = choices.find((each) => each.name === place) ?? choices[0];
  const model = written ?? choice?.models[0] ?? "";
  const name = choice?.isHosted ? `${choice.name}:${model.trim()}` : model.trim();

  const saveKey = async () => {
    if (!key.trim() || !choice?.isHosted) return;
    await api.PUT("/api/models/keys", { body: { provider: choice.name, key: key.trim() } });
    setKey("");
    await queries.invalidateQueries({ queryKey: ["models"] });
  };
  const test = useMutation({
    mutationFn: async () => {
      await saveKey();
      return dataOf(api.POST("/api/models/test", { body: { model: name } }));
    },
    onError: (problem) => toast(problem.message),
  });
  const use = useMutation({
    mutationFn: async () => {
      await saveKey();
      await api.PUT("/api/models/tiers/{tier}", { params: { path: { tier: "all" } }, body: { models: [name] } });
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ["models"] });
      toast(t("model.used", { name }));
      onClose();
    },
    onError: (problem) => toast(problem.message),
  });
  const isBusy = test.isPending || use.isPending;
  const lacksKey = choice?.isHosted === true && !choice.hasKey && !key.trim();

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content className="fixed top-1/2 left-1/2 z-50 max-h-[90vh] w-[28rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-2xl border border-line bg-sheet p-6 shadow-[var(--lift)]">
          <Dialog.Title className="font-serif text-xl">{t("model.title")}</Dialog.Title>
          <Dialog.Description className="mt-1 text-sm text-soft">{t("model.about")}</Dialog.Description>
          {settings.startedWith && (
            <p className="mt-3 rounded-xl bg-well p-3 text-sm">{t("model.started", { name: settings.startedWith })}</p>
          )}
          <form
            className="mt-4 space-y-4 text-sm"
            onSubmit={(event) => {
              event.preventDefault();
              use.mutate();
            }}
          >
            <label className="block">
              {t("model.place")}
              <select
                value={choice?.name}
                onChange={(event) => {
                  setPlace(event.target.value);
                  setWritten(undefined);
                  test.reset();
                }}
                className={FIELD}
              >
                {choices.map((each) => (
                  <option key={each.name} value={each.name}>
                    {each.title || t("model.here")}
                  </option>
                ))}
              </select>
            </label>
            <label className="block">
              {t("model.name")}
              <input
                list="models"
                value={model}
                maxLength={200}
                spellCheck={false}
                onChange={(event) => setWritten(event.target.value)}
                className={FIELD}
              />
              <datalist id="models">
                {choice?.models.map((each) => (
                  <option key={each} value={each} />
                ))}
              </datalist>
            </label>
            {choice?.isHosted && (
              <label className="block">
                {t("model.key")}
                <input
                  type="password"
                  autoComplete="off"
                  value={key}
                  maxLength={4_000}
                  placeholder={choice.hasKey ? t("model.key.stored") : ""}
                  onChange={(event) => setKey(event.target.value)}
                  className={FIELD}
                />
                <span className="mt-1 block text-xs text-soft">{t("model.key.about", { host: choice.host })}</span>
              </label>
            )}
            {test.isPending && <p className="breathe text-soft">{t("model.testing")}</p>}
            {test.data && <TestReport report={test.data} />}
            <div className="flex flex-wrap justify-end gap-2">
              <Button disabled={isBusy || !model.trim() || lacksKey} onClick={() => test.mutate()}>
                {t("model.test")}
              </Button>
              <Button type="submit" look="solid" disabled={isBusy || !model.trim() || lacksKey}>
                {t("model.use")}
              </Button>
            </div>
          </form>
          <Dialog.Close asChild>
            <IconButton label={t("app.close")} className="!absolute top-3 right-3">
              <X size={18} strokeWidth={1.6} aria-hidden />
            </IconButton>
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
