import { Play } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf, type Schemas } from "../api/client";
import { go } from "../app/place";
import { useSchool } from "../classes/queries";
import { Button } from "../ui/Button";
import { TextField } from "../ui/Fields";
import { toast } from "../ui/Toasts";
import { type AppDetails, type AppInput, type RunValues, useAppChange } from "./queries";

/** How many runs a batch has at most. */
const MOST_RUNS = 200;
const NO_CHOICES: readonly string[] = [];

interface RunFormProps {
  app: AppDetails;
  blueprint: Schemas["Blueprint"];
  /** The inputs of the run that is shown. */
  values: Record<string, unknown>;
  /** Told when runs for all classes have begun. */
  onBatch: () => void;
}

/** The inputs of an app, and the button that runs it with them. */
export function RunForm({ app, blueprint, values, onBatch }: RunFormProps) {
  const { t } = useTranslation();
  const inputs = blueprint.dataContract.inputs ?? [];
  const [written, setWritten] = useState<RunValues>(() =>
    Object.fromEntries(inputs.map((each) => [each.id, (values[each.id] ?? each.default ?? "") as RunValues[string]])),
  );
  const run = useAppChange(
    (params: RunValues) =>
      dataOf(
        api.POST("/api/apps/{app_id}/run", { params: { path: { app_id: app.id } }, body: { params, budgetCap: {} } }),
      ),
    (begun) => go({ part: begun.executionId }),
  );
  const needsClass = inputs.some((each) => each.type === "class");
  const classes = (useSchool(needsClass).data?.classes ?? []).map((each) => each.name);
  const only = inputs.length === 1 && needsClass ? inputs[0] : undefined;
  const batch = useAppChange(
    (runs: RunValues[]) =>
      dataOf(
        api.POST("/api/apps/{app_id}/batch", {
          params: { path: { app_id: app.id } },
          body: { inputs: runs, budgetCap: {} },
        }),
      ),
    (_, runs) => {
      toast(t("apps.batch.begun", { count: runs.length }));
      onBatch();
    },
  );
  const isMissing = inputs.some((each) => each.required !== false && !hasValue(written[each.id]));
  return (
    <form
      aria-label={t("apps.inputs")}
      className="rounded-2xl border border-line bg-sheet p-4"
      onSubmit={(event) => {
        event.preventDefault();
        run.mutate(Object.fromEntries(Object.entries(written).filter(([, value]) => hasValue(value))));
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        {inputs.map((each) => (
          <Input
            key={each.id}
            input={each}
            choices={each.type === "class" ? classes : NO_CHOICES}
            value={written[each.id] ?? ""}
            onChange={(value) => setWritten({ ...written, [each.id]: value })}
          />
        ))}
        <Button type="submit" look="solid" className="!min-h-10" disabled={isMissing || run.isPending}>
          <Play size={15} aria-hidden />
          {t("apps.run")}
        </Button>
        {only && classes.length > 1 && (
          <Button
            className="!min-h-10"
            disabled={batch.isPending}
            onClick={() => batch.mutate(classes.slice(0, MOST_RUNS).map((name) => ({ [only.id]: name })))}
          >
            {t("apps.batch", { count: Math.min(classes.length, MOST_RUNS) })}
          </Button>
        )}
      </div>
    </form>
  );
}

function hasValue(value: RunValues[string] | undefined): boolean {
  if (typeof value === "string") return value.trim() !== "";
  return Object.values(value ?? {}).some(Boolean);
}

interface InputProps {
  input: AppInput;
  /** What there is to choose from; something else can be written. */
  choices: readonly string[];
  value: NonNullable<RunValues[string]>;
  onChange: (value: RunValues[string]) => void;
}

function Input({ input, choices, value, onChange }: InputProps) {
  const { t } = useTranslation();
  const list = useId();
  const label = input.label || t(`apps.input.${input.type}`);
  if (input.type === "date_range") {
    const range: { [key: string]: string } = typeof value === "string" ? {} : value;
    return (
      <fieldset className="flex gap-2">
        <legend className="sr-only">{label}</legend>
        {(["start", "end"] as const).map((side) => (
          <TextField
            key={side}
            label={t(`apps.input.${side}`, { label })}
            type="date"
            value={range[side] ?? ""}
            onChange={(event) => onChange({ ...range, [side]: event.target.value })}
          />
        ))}
      </fieldset>
    );
  }
  return (
    <div className="min-w-48 flex-1 basis-48">
      <TextField
        label={label}
        list={choices.length ? list : undefined}
        value={typeof value === "string" ? value : ""}
        maxLength={500}
        required={input.required !== false}
        onChange={(event) => onChange(event.target.value)}
      />
      {choices.length > 0 && (
        <datalist id={list}>
          {choices.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </div>
  );
}
