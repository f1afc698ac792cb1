import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf, type Schemas } from "../api/client";
import { Button } from "../ui/Button";
import { CheckField, SelectField, TextArea } from "../ui/Fields";
import { Modal } from "../ui/Modal";
import { toast } from "../ui/Toasts";
import { hasValue, MOST_RUNS, runsOf, valueOfInput, valuesIn } from "./batch";
import { capOf, type WrittenCap } from "./estimate";
import { type AppDetails, type AppInput, type RunValues, useAppChange } from "./queries";
import { RunCost } from "./RunCost";

type Choices = readonly Schemas["ChoiceItem"][];

interface BatchFormProps {
  app: AppDetails;
  inputs: readonly AppInput[];
  /** What there is to choose from for an input. */
  choicesOf: (input: AppInput) => Choices;
  /** The inputs as they are in the form of a single run. */
  written: RunValues;
  cap: WrittenCap;
  onCap: (cap: WrittenCap) => void;
  onBegun: () => void;
  onClose: () => void;
}

/** Several runs at once: one input changes from run to run, and the others stay as they are. */
export function BatchForm({ app, inputs, choicesOf, written, cap, onCap, onBegun, onClose }: BatchFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(inputs[0]?.id ?? "");
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [lines, setLines] = useState("");
  const varied = inputs.find((each) => each.id === name);
  const labelOf = (input: AppInput) => input.label || t(`apps.input.${input.type}`);
  const choices = varied ? choicesOf(varied) : [];
  const chosen = choices.filter((each) => !left.has(each.value)).map((each) => each.value);
  const { values, wrong } = choices.length ? { values: chosen, wrong: [] } : valuesIn(lines, varied?.type ?? "text");
  const runs = runsOf(written, name, values);
  const others = inputs.filter((each) => each.id !== name);
  const missing = others.filter((each) => each.required !== false && !hasValue(written[each.id]));
  const isReady = runs.length > 0 && runs.length <= MOST_RUNS && !missing.length && !wrong.length;
  const begin = useAppChange(
    () => {
      const body = { inputs: runs, budgetCap: capOf(cap) };
      return dataOf(api.POST("/api/apps/{app_id}/batch", { params: { path: { app_id: app.id } }, body }));
    },
    () => {
      toast(t("apps.batch.begun", { count: runs.length }));
      onBegun();
    },
  );
  return (
    <Modal title={t("apps.batch")} about={t("apps.batch.about")} isWide onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          begin.mutate(undefined);
        }}
      >
        {inputs.length > 1 && (
          <SelectField
            label={t("apps.batch.varied")}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setLeft(new Set());
              setLines("");
            }}
          >
            {inputs.map((each) => (
              <option key={each.id} value={each.id}>
                {labelOf(each)}
              </option>
            ))}
          </SelectField>
        )}
        {varied && choices.length > 0 && (
          <ChoiceList label={labelOf(varied)} choices={choices} left={left} onLeft={setLeft} />
        )}
        {varied && !choices.length && (
          <TextArea
            label={labelOf(varied)}
            about={t(varied.type === "date_range" ? "apps.batch.dates" : "apps.batch.lines")}
            value={lines}
            onChange={(event) => setLines(event.target.value)}
          />
        )}
        {others.some((each) => hasValue(written[each.id])) && (
          <p className="text-sm text-soft">
            {t("apps.batch.others", {
              values: others
                .filter((each) => hasValue(written[each.id]))
                .map((each) => `${labelOf(each)} ${valueOfInput(written[each.id])}`)
                .join(t("list.comma")),
            })}
          </p>
        )}
        {missing.length > 0 && (
          <p className="text-sm text-warn">
            {t("apps.batch.missing", { names: missing.map(labelOf).join(t("list.comma")) })}
          </p>
        )}
        {wrong.length > 0 && <p className="text-sm text-warn">{t("apps.batch.wrong", { line: wrong[0] ?? "" })}</p>}
        {runs.length > MOST_RUNS && <p className="text-sm text-warn">{t("apps.batch.most", { most: MOST_RUNS })}</p>}
        <RunCost
          app={app.id}
          version={app.version}
          params={isReady ? runs[0] : undefined}
          runs={runs.length}
          cap={cap}
          onCap={onCap}
        />
        <div className="flex justify-end">
          <Button type="submit" look="solid" disabled={!isReady || begin.isPending}>
            {t("apps.batch.begin", { count: runs.length })}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface ChoiceListProps {
  label: string;
  choices: Choices;
  left: ReadonlySet<string>;
  onLeft: (left: ReadonlySet<string>) => void;
}

function ChoiceList({ label, choices, left, onLeft }: ChoiceListProps) {
  const { t } = useTranslation();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="mb-2 flex flex-wrap items-center gap-2 text-sm text-soft">
        <span className="mr-auto">
          {t("apps.batch.chosen", { count: choices.length - left.size, total: choices.length })}
        </span>
        <Button look="quiet" onClick={() => onLeft(new Set())}>
          {t("apps.batch.all")}
        </Button>
        <Button look="quiet" onClick={() => onLeft(new Set(choices.map((each) => each.value)))}>
          {t("apps.batch.none")}
        </Button>
      </div>
      <div className="grid max-h-60 grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-x-4 overflow-y-auto rounded-lg border border-line p-3">
        {choices.map((each) => (
          <CheckField
            key={each.value}
            label={each.label}
            checked={!left.has(each.value)}
            onChange={(isChosen) =>
              onLeft(new Set(isChosen ? [...left].filter((value) => value !== each.value) : [...left, each.value]))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
