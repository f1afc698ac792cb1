import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { go } from "../app/place";
import { Button, IconButton } from "../ui/Button";
import { DropArea } from "../ui/DropArea";
import { CheckField, SelectField } from "../ui/Fields";
import { TEMPLATES, type TemplateName, useNewPaper } from "./queries";
import { moved } from "./stages";

/** The form for a new paper: files in an order, a template, and whether they have the outline. */
export function NewPaperForm() {
  const { t } = useTranslation();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [template, setTemplate] = useState<TemplateName>("article");
  const [hasOutline, setOutline] = useState(false);
  const begin = useNewPaper();
  const add = async (more: readonly File[]) => setFiles((known) => [...known, ...more]);
  const submit = () =>
    begin.mutate({ files, template, hasOutline }, { onSuccess: (paper) => go({ item: paper.id, pane: "view" }) });
  return (
    <div tabIndex={0} className="h-full overflow-y-auto p-6 max-wide:p-4">
      <div className="mx-auto max-w-xl space-y-5">
        <header>
          <h2 className="font-serif text-2xl">{t("papers.new")}</h2>
          <p className="mt-1 text-sm text-soft">{t("papers.about")}</p>
        </header>
        <DropArea text={t("papers.drop")} multiple onFiles={add} />
        {files.length > 0 && <FileOrder files={files} onChange={setFiles} />}
        <SelectField
          label={t("papers.template")}
          value={template}
          onChange={(event) => setTemplate(event.target.value as TemplateName)}
        >
          {TEMPLATES.map((name) => (
            <option key={name} value={name}>
              {t(`papers.template.${name}`)}
            </option>
          ))}
        </SelectField>
        <CheckField
          label={t("papers.outline")}
          about={t("papers.outline.about")}
          checked={hasOutline}
          onChange={setOutline}
        />
        {begin.isError && (
          <p role="alert" className="text-sm text-warn">
            {begin.error.message}
          </p>
        )}
        <Button look="solid" disabled={!files.length || begin.isPending} onClick={submit}>
          {t("papers.begin")}
        </Button>
      </div>
    </div>
  );
}

function FileOrder({ files, onChange }: { files: readonly File[]; onChange: (files: readonly File[]) => void }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t("papers.order")}>
      <h3 className="text-sm font-medium">{t("papers.order")}</h3>
      <p className="mb-2 text-xs text-soft">{t("papers.order.about")}</p>
      <ol className="space-y-1">
        {files.map((file, index) => (
          <li
            key={`${index}.${file.name}`}
            className="flex items-center gap-1 rounded-lg border border-line bg-sheet pl-3"
          >
            <span className="w-5 shrink-0 text-xs text-soft tabular-nums">{index + 1}</span>
            <span className="min-w-0 flex-1 truncate text-sm">{file.name}</span>
            <IconButton
              label={t("papers.up", { name: file.name })}
              disabled={index === 0}
              onClick={() => onChange(moved(files, index, -1))}
            >
              <ArrowUp size={15} aria-hidden />
            </IconButton>
            <IconButton
              label={t("papers.down", { name: file.name })}
              disabled={index === files.length - 1}
              onClick={() => onChange(moved(files, index, 1))}
            >
              <ArrowDown size={15} aria-hidden />
            </IconButton>
            <IconButton
              label={t("papers.remove", { name: file.name })}
              onClick={() => onChange(files.filter((each) => each !== file))}
            >
              <X size={15} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ol>
    </section>
  );
}
