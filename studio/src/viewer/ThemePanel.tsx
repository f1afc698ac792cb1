import { Upload } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, apiFetch, dataOf, type Schemas } from "../api/client";
import { type FileDetails, type FileItem, useDeck } from "../files/queries";
import { Button } from "../ui/Button";
import { Failed, Loading } from "../ui/States";
import { useEdit } from "./useEdit";

type Theme = Schemas["ThemeChoice"]["theme"];

const PREVIEWED = [1, 2, 3, 4];

/** The deck in every theme, and in the look of a file of the person's own. Choosing one makes a new version. */
export default function ThemePanel({ file, onClose }: { file: FileDetails; onClose: () => void }) {
  const { t } = useTranslation();
  const query = useDeck(file.id);
  const [chosen, setChosen] = useState<Theme>();
  const change = useEdit(file, (look: Theme | File) => (look instanceof File ? drawOn(file, look) : draw(file, look)));
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (query.isSuccess) panel.current?.querySelector<HTMLElement>("input:checked")?.focus();
  }, [query.isSuccess]);
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("view.failed")} retry={() => void query.refetch()} />;
  const { theme: own, themes, canRestyle } = query.data;
  if (!canRestyle) return <NoTheme onClose={onClose} />;
  const shown = chosen ?? own ?? themes[0];
  return (
    <section
      ref={panel}
      aria-label={t("view.theme")}
      onKeyDown={(event) => event.key === "Escape" && !change.isPending && onClose()}
      className="flex h-full flex-col"
    >
      <div className="min-h-0 flex-1 overflow-y-auto p-5 max-wide:p-3">
        <fieldset className="grid grid-cols-5 gap-3 max-[1150px]:grid-cols-3 max-wide:grid-cols-2">
          <legend className="sr-only">{t("view.theme")}</legend>
          {themes.map((theme) => (
            <label
              key={theme}
              className="cursor-pointer rounded-lg border-2 border-line p-1.5 text-sm has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="theme"
                className="sr-only"
                checked={theme === shown}
                onChange={() => setChosen(theme)}
              />
              <ThemePicture file={file} theme={theme === own ? undefined : theme} number={1} />
              <span className="mt-1 block">
                {t(`theme.${theme}`)}
                {theme === own && <span className="text-soft"> · {t("view.theme.own")}</span>}
              </span>
            </label>
          ))}
        </fieldset>
        <label className="mt-3 flex cursor-pointer items-center gap-3 rounded-lg border border-dashed border-line p-3 text-sm focus-within:outline-2 focus-within:outline-accent hover:border-accent">
          <Upload size={18} strokeWidth={1.6} aria-hidden className="shrink-0 text-accent" />
          <span>
            {t("view.theme.template")}
            <span className="block text-soft">{t("view.theme.template.about")}</span>
          </span>
          <input
            type="file"
            accept=".pptx"
            disabled={change.isPending}
            className="sr-only"
            onChange={(event) => {
              const template = event.target.files?.[0];
              if (template) change.mutate(template);
              event.target.value = "";
            }}
          />
        </label>
        {shown && (
          <ul aria-label={t("view.theme.preview")} className="mt-5 grid grid-cols-2 gap-4 max-wide:grid-cols-1">
            {PREVIEWED.map((number) => (
              <li key={`${shown}${number}`}>
                <ThemePicture
                  file={file}
                  theme={shown === own ? undefined : shown}
                  number={number}
                  label={t("view.slide", { number })}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <PanelBar isBusy={change.isPending} onClose={onClose}>
        <Button
          look="solid"
          disabled={!shown || shown === own || change.isPending}
          onClick={() => shown && change.mutate(shown)}
        >
          {t("view.theme.use")}
        </Button>
      </PanelBar>
    </section>
  );
}

function draw(file: FileDetails, theme: Theme): Promise<FileItem> {
  const params = { path: { artifact_id: file.id } };
  return dataOf(api.PUT("/api/artifacts/{artifact_id}/theme", { params, body: { theme } }));
}

async function drawOn(file: FileDetails, template: File): Promise<FileItem> {
  const body = new FormData();
  body.set("file", template);
  const response = await apiFetch(`/api/artifacts/${file.id}/template`, { method: "POST", body });
  return (await response.json()) as FileItem;
}

interface ThemePictureProps {
  file: FileDetails;
  /** None for the deck as it is. */
  theme?: Theme;
  number: number;
  label?: string;
}

/** A slide of the deck in a theme. A deck may have fewer slides than are shown: then there is no picture. */
function ThemePicture({ file, theme, number, label = "" }: ThemePictureProps) {
  const [isMissing, setMissing] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  if (isMissing) return null;
  const pages = `/api/artifacts/${file.id}/${theme ? `themes/${theme}/` : ""}pages`;
  return (
    <img
      src={`${pages}/${number}`}
      alt={label}
      loading="lazy"
      onError={() => setMissing(true)}
      onLoad={() => setLoaded(true)}
      className={`aspect-video w-full rounded-md bg-well shadow-sm ${isLoaded ? "" : "breathe"}`}
    />
  );
}

function PanelBar({ isBusy, onClose, children }: { isBusy: boolean; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line p-2">
      {isBusy && (
        <span role="status" className="breathe mr-auto px-2 text-sm text-soft">
          {t("view.saving")}
        </span>
      )}
      <Button look="quiet" disabled={isBusy} onClick={onClose}>
        {t("talk.cancel")}
      </Button>
      {children}
    </div>
  );
}

function NoTheme({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="space-y-3 p-6 text-center text-sm text-soft">
      <p>{t("view.theme.none")}</p>
      <Button onClick={onClose}>{t("app.close")}</Button>
    </div>
  );
}
