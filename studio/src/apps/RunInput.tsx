import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Schemas } from "../api/client";
import { TextField } from "../ui/Fields";
import type { AppInput, RunValues } from "./queries";

interface RunInputProps {
  input: AppInput;
  /** What there is to choose from; something else can be written. */
  choices: readonly Schemas["ChoiceItem"][];
  value: NonNullable<RunValues[string]>;
  onChange: (value: RunValues[string]) => void;
}

/** The field of one input of an app. */
export function RunInput({ input, choices, value, onChange }: RunInputProps) {
  const { t } = useTranslation();
  const list = useId();
  const label = input.label || t(`apps.input.${input.type}`);
  if (input.type === "date_range") {
    const range: { [key: string]: string } = typeof value === "string" ? {} : value;
    return (
      <fieldset className="flex flex-wrap gap-2">
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
        maxLength={input.type === "text" ? 4_000 : 200}
        required={input.required !== false}
        onChange={(event) => onChange(event.target.value)}
      />
      {choices.length > 0 && (
        <datalist id={list}>
          {choices.map((each) => (
            <option key={each.value} value={each.value}>
              {each.label}
            </option>
          ))}
        </datalist>
      )}
    </div>
  );
}
