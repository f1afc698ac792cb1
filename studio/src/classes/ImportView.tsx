import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { dateText } from "../files/format";
import { Button } from "../ui/Button";
import { DropArea } from "../ui/DropArea";
import { CheckField, SelectField, TextField } from "../ui/Fields";
import { Failed, Loading } from "../ui/States";
import { toast } from "../ui/Toasts";
import { type ImportResult, type ImportSettings, importFile, useSchool } from "./queries";

const ROLES = ["number", "name", "class", "test", "unknown"] as const;
const NOTHING: ImportSettings = { columns: {}, className: "", maximum: "" };

/** Import a file in steps: drop it, see how its columns are understood and what is wrong, then import it. */
export function ImportView() {
  const { t } = useTranslation();
  const [file, setFile] = useState<File>();
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <header>
        <h2 className="font-serif text-2xl">{t("classes.import")}</h2>
        <p className="text-sm text-soft">{t("classes.import.about")}</p>
      </header>
      <DropArea
        text={t("classes.import.drop")}
        about={t("classes.import.formats")}
        accept=".xlsx,.csv,.tsv,.zip"
        onFiles={async ([dropped]) => setFile(dropped)}
      />
      {file && <Wizard key={`${file.name}${file.lastModified}`} file={file} onDone={() => setFile(undefined)} />}
      <Imports />
    </div>
  );
}

function Wizard({ file, onDone }: { file: File; onDone: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [settings, setSettings] = useState(NOTHING);
  const [seen, setSeen] = useState<ImportResult>();
  const run = useMutation({
    mutationFn: (mode: "all" | "leave_out" | "dry_run") => importFile(file, mode, settings),
    onSuccess: (result) => {
      setSeen(result);
      if (!result.imported) return;
      void queries.invalidateQueries({ queryKey: ["school"] });
      toast(t("classes.imported", { count: result.pupils }));
      onDone();
    },
  });
  const change = (part: Partial<ImportSettings>) => setSettings({ ...settings, ...part });
  const errors = seen?.problems.filter((each) => each.severity === "error").length ?? 0;
  return (
    <section className="space-y-4 rounded-2xl border border-line p-4" aria-label={file.name}>
      <h3 className="font-medium">{file.name}</h3>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={t("classes.import.class")}
          value={settings.className}
          onChange={(event) => change({ className: event.target.value })}
        />
        <TextField
          label={t("classes.import.maximum")}
          value={settings.maximum}
          inputMode="decimal"
          onChange={(event) => change({ maximum: event.target.value })}
        />
      </div>
      {seen && seen.columns.length > 0 && (
        <Columns seen={seen} settings={settings} onChange={(columns) => change({ columns })} />
      )}
      {seen && <Problems seen={seen} />}
      {run.isError && (
        <p role="alert" className="text-sm text-warn">
          {t("classes.import.failed", { problem: run.error.message })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look={seen ? "plain" : "solid"} disabled={run.isPending} onClick={() => run.mutate("dry_run")}>
          {t(seen ? "classes.import.again" : "classes.import.check")}
        </Button>
        {seen && errors === 0 && (
          <Button look="solid" disabled={run.isPending} onClick={() => run.mutate("all")}>
            {t("classes.import.do", { count: seen.pupils })}
          </Button>
        )}
        {seen && errors > 0 && seen.canLeaveOut && (
          <Button disabled={run.isPending} onClick={() => run.mutate("leave_out")}>
            {t("classes.import.leave_out")}
          </Button>
        )}
        <Button look="quiet" onClick={onDone}>
          {t("classes.import.cancel")}
        </Button>
      </div>
    </section>
  );
}

interface ColumnsProps {
  seen: ImportResult;
  settings: ImportSettings;
  onChange: (columns: Record<string, string>) => void;
}

/** How each column was understood; the person says it otherwise. */
function Columns({ seen, settings, onChange }: ColumnsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className="grid gap-3 sm:grid-cols-3">
      <legend className="mb-2 text-sm font-medium">{t("classes.import.columns")}</legend>
      {seen.columns.map((each) => (
        <SelectField
          key={`${each.part}/${each.header}`}
          label={each.header}
          value={settings.columns[each.header] ?? each.role}
          onChange={(event) => onChange({ ...settings.columns, [each.header]: event.target.value })}
        >
          {[...new Set([...ROLES, each.role])].map((role) => (
            <option key={role} value={role} disabled={!ROLES.some((one) => one === role)}>
              {t(`classes.role.${role}`)}
            </option>
          ))}
        </SelectField>
      ))}
    </fieldset>
  );
}

function Problems({ seen }: { seen: ImportResult }) {
  const { t } = useTranslation();
  const counts = t("classes.import.found", { pupils: seen.pupils, tests: seen.tests, results: seen.results });
  return (
    <div role="status" className="space-y-2 text-sm">
      <p>{counts}</p>
      {seen.problems.length > 0 && (
        <ul className="max-h-64 space-y-1 overflow-y-auto rounded-lg bg-well p-3">
          {seen.problems.slice(0, 200).map((each, index) => (
            <li key={index} className={each.severity === "error" ? "text-warn" : "text-soft"}>
              {[each.part, each.row && t("classes.import.row", { row: each.row }), each.column]
                .filter(Boolean)
                .join(", ")}
              {(each.part || each.row || each.column) && ": "}
              {each.message}
            </li>
          ))}
        </ul>
      )}
      {seen.problems.length > 200 && <p>{t("classes.import.more", { count: seen.problems.length - 200 })}</p>}
    </div>
  );
}

/** What was imported, with undo; the sample; and whether hosted models may see it. */
function Imports() {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const school = useSchool();
  const after = {
    onSettled: () => queries.invalidateQueries({ queryKey: ["school"] }),
    onError: (problem: Error) => toast(problem.message),
  };
  const undo = useMutation({
    mutationFn: (id: string) =>
      dataOf(api.DELETE("/api/school/imports/{import_id}", { params: { path: { import_id: id } } })),
    ...after,
  });
  const sample = useMutation({ mutationFn: () => dataOf(api.POST("/api/school/sample")), ...after });
  const allow = useMutation({
    mutationFn: (mayLeave: boolean) => dataOf(api.PUT("/api/school/permission", { body: { mayLeave } })),
    ...after,
  });
  const imports = school.data?.imports ?? [];
  return (
    <section className="space-y-4">
      <h3 className="font-medium">{t("classes.imports")}</h3>
      {school.isPending && <Loading />}
      {school.isError && <Failed text={school.error.message} retry={() => void school.refetch()} />}
      {school.isSuccess && imports.length === 0 && <p className="text-sm text-soft">{t("classes.imports.none")}</p>}
      <ul className="space-y-1">
        {imports.map((each) => (
          <li key={each.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <span>{each.isSample ? t("classes.imports.sample", { name: each.name }) : each.name}</span>
            <span className="text-soft">
              {dateText(each.importedAt, i18n.language)} · {t("classes.pupils", { count: each.pupils })}
            </span>
            <Button
              look="quiet"
              className="ml-auto"
              disabled={undo.isPending}
              aria-label={t("classes.imports.undo", { name: each.name })}
              onClick={() => undo.mutate(each.id)}
            >
              {t("app.undo")}
            </Button>
          </li>
        ))}
      </ul>
      <Button disabled={sample.isPending} onClick={() => sample.mutate()}>
        {t("classes.sample")}
      </Button>
      <CheckField
        label={t("classes.consent")}
        about={t("classes.consent.about")}
        checked={school.data?.mayLeave ?? false}
        onChange={(isAllowed) => allow.mutate(isAllowed)}
      />
    </section>
  );
}
