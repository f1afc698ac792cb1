import { Play } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf, type Schemas } from "../api/client";
import { go } from "../app/place";
import { Button } from "../ui/Button";
import { TextField } from "../ui/Fields";
import { type AppDetails, type AppInput, type RunValues, useAppChange } from "./queries";

interface RunFormProps {
  app: AppDetails;
  blueprint: Schemas["Blueprint"];
  /** The inputs of the run that is shown. */
  values: Record<string, unknown>;
}

/** The inputs of an app, and the button that runs it with them. */
export function RunForm({ app, blueprint, values }: RunFormProps) {
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
      <div className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] items-end gap-3">
        {inputs.map((each) => (
          <Input
            key={each.id}
            input={each}
            value={written[each.id] ?? ""}
            onChange={(value) => setWritten({ ...written, [each.id]: value })}
          />
        ))}
        <Button type="submit" look="solid" className="!min-h-10" disabled={isMissing || run.isPending}>
          <Play size={15} aria-hidden />
          {t("apps.run")}
        </Button>
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
  value: NonNullable<RunValues[string]>;
  onChange: (value: RunValues[string]) => void;
}

function Input({ input, value, onChange }: InputProps) {
  const { t } = useTranslation();
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
    <TextField
      label={label}
      value={typeof value === "string" ? value : ""}
      maxLength={500}
      required={input.required !== false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
