import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { go } from "../app/place";
import { Button } from "../ui/Button";
import { CheckField, SelectField, TextArea, TextField } from "../ui/Fields";

const DEPTHS = ["1", "2", "3"] as const;
const MAX_TOPIC = 500;

interface NewResearch {
  topic: string;
  depth: number;
  sources: string[];
  maxDollars: number | undefined;
}

/** The form for a research: the topic, how deep, where, and at most how much. */
export function NewResearchForm() {
  const { t } = useTranslation();
  const [topic, setTopic] = useState("");
  const [depth, setDepth] = useState<string>("2");
  const [isWeb, setWeb] = useState(true);
  const [isLibrary, setLibrary] = useState(true);
  const [cap, setCap] = useState("");
  const begin = useNewResearch();
  const sources = [...(isWeb ? ["web"] : []), ...(isLibrary ? ["library"] : [])];
  const submit = () =>
    begin.mutate({
      topic: topic.trim(),
      depth: Number(depth),
      sources,
      maxDollars: Number(cap) > 0 ? Number(cap) : undefined,
    });
  return (
    <div tabIndex={0} className="h-full overflow-y-auto p-6 max-wide:p-4">
      <form
        className="mx-auto max-w-xl space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <header>
          <h2 className="font-serif text-2xl">{t("research.new")}</h2>
          <p className="mt-1 text-sm text-soft">{t("research.about")}</p>
        </header>
        <TextArea
          label={t("research.topic")}
          value={topic}
          maxLength={MAX_TOPIC}
          onChange={(event) => setTopic(event.target.value)}
        />
        <SelectField label={t("research.depth")} value={depth} onChange={(event) => setDepth(event.target.value)}>
          {DEPTHS.map((each) => (
            <option key={each} value={each}>
              {t(`research.depth.${each}`)}
            </option>
          ))}
        </SelectField>
        <fieldset className="space-y-1">
          <legend className="mb-1 text-sm font-medium">{t("research.sources")}</legend>
          <CheckField label={t("research.web")} about={t("research.web.about")} checked={isWeb} onChange={setWeb} />
          <CheckField label={t("research.library")} checked={isLibrary} onChange={setLibrary} />
        </fieldset>
        <TextField
          label={t("research.cap")}
          about={t("research.cap.about")}
          type="number"
          min={0.01}
          step={0.01}
          value={cap}
          onChange={(event) => setCap(event.target.value)}
        />
        {begin.isError && (
          <p role="alert" className="text-sm text-warn">
            {begin.error.message}
          </p>
        )}
        <Button type="submit" look="solid" disabled={!topic.trim() || !sources.length || begin.isPending}>
          {t("research.begin")}
        </Button>
      </form>
    </div>
  );
}

function useNewResearch() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ topic, depth, sources, maxDollars }: NewResearch) =>
      dataOf(
        api.POST("/api/jobs", {
          body: { kind: "research", arguments: { topic, depth, sources }, title: topic.slice(0, 200), maxDollars },
        }),
      ),
    onSuccess: (job) => go({ item: job.id, pane: "view" }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["jobs"] }),
  });
}
