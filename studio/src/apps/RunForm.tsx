import { Layers, Play } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf, type Schemas } from "../api/client";
import { go } from "../app/place";
import { Button } from "../ui/Button";
import { BatchForm } from "./BatchForm";
import { givenOf, hasValue } from "./batch";
import { capOf, type WrittenCap } from "./estimate";
import { type AppDetails, type AppInput, type RunValues, useAppChange, useChoices } from "./queries";
import { RunCost } from "./RunCost";
import { RunInput } from "./RunInput";

const NO_CHOICES: readonly Schemas["ChoiceItem"][] = [];

interface RunFormProps {
  app: AppDetails;
  blueprint: Schemas["Blueprint"];
  /** The inputs of the run that is shown. */
  values: Record<string, unknown>;
  /** The limit of what models may use; it stays from run to run. */
  cap: WrittenCap;
  onCap: (cap: WrittenCap) => void;
  /** Told when several runs have begun. */
  onBatch: () => void;
}

/** The inputs of an app, what a run with them takes, and the buttons that begin one run or several. */
export function RunForm({ app, blueprint, values, cap, onCap, onBatch }: RunFormProps) {
  const { t } = useTranslation();
  const inputs = blueprint.dataContract.inputs ?? [];
  const [isBatch, setBatch] = useState(false);
  const [written, setWritten] = useState<RunValues>(() =>
    Object.fromEntries(inputs.map((each) => [each.id, (values[each.id] ?? each.default ?? "") as RunValues[string]])),
  );
  const given = givenOf(written);
  const run = useAppChange(
    (params: RunValues) =>
      dataOf(
        api.POST("/api/apps/{app_id}/run", {
          params: { path: { app_id: app.id } },
          body: { params, budgetCap: capOf(cap) },
        }),
      ),
    (begun) => go({ part: begun.executionId }),
  );
  // Only the inputs that narrow others are sent: a text that is being written changes no choice.
  const narrowing = new Set(inputs.flatMap((each) => each.dependsOn ?? []));
  const narrowed = Object.fromEntries(Object.entries(given).filter(([name]) => narrowing.has(name)));
  const choices = useChoices(app.id, app.version, narrowed).data?.items ?? [];
  const choicesOf = (input: AppInput) => choices.find((each) => each.id === input.id)?.choices ?? NO_CHOICES;
  const isMissing = inputs.some((each) => each.required !== false && !hasValue(written[each.id]));
  return (
    <>
      <form
        aria-label={t("apps.inputs")}
        className="space-y-3 rounded-2xl border border-line bg-sheet p-4 print:hidden"
        onSubmit={(event) => {
          event.preventDefault();
          run.mutate(given);
        }}
      >
        <div className="flex flex-wrap items-end gap-3">
          {inputs.map((each) => (
            <RunInput
              key={each.id}
              input={each}
              choices={choicesOf(each)}
              value={written[each.id] ?? ""}
              onChange={(value) => setWritten({ ...written, [each.id]: value })}
            />
          ))}
          <Button type="submit" look="solid" className="!min-h-10" disabled={isMissing || run.isPending}>
            <Play size={15} aria-hidden />
            {t("apps.run")}
          </Button>
          {inputs.length > 0 && (
            <Button className="!min-h-10" onClick={() => setBatch(true)}>
              <Layers size={15} strokeWidth={1.6} aria-hidden />
              {t("apps.batch")}
            </Button>
          )}
        </div>
        <RunCost app={app.id} version={app.version} params={isMissing ? undefined : given} cap={cap} onCap={onCap} />
      </form>
      {isBatch && (
        <BatchForm
          app={app}
          inputs={inputs}
          choicesOf={choicesOf}
          written={written}
          cap={cap}
          onCap={onCap}
          onClose={() => setBatch(false)}
          onBegun={() => {
            setBatch(false);
            onBatch();
          }}
        />
      )}
    </>
  );
}
