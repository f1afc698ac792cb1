import { useQuery } from "@tanstack/react-query";
import { Ellipsis, Sparkles, UserPlus, Users } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf, type Schemas } from "../api/client";
import { ActionMenu } from "../ui/ActionMenu";
import { Button } from "../ui/Button";
import { CheckField, TextArea, TextField } from "../ui/Fields";
import { Modal } from "../ui/Modal";
import { Empty, Failed, Loading } from "../ui/States";
import { toast } from "../ui/Toasts";
import { useProjectChange } from "./queries";
import type { SectionProps } from "./sections";
import { questionLines } from "./settings";

type Persona = Schemas["PersonaItem"];
type PersonaText = Pick<Persona, "name" | "basicInfo" | "background" | "painPoints">;

const NOBODY: PersonaText = { name: "", basicInfo: "", background: "", painPoints: [] };

/** The people for whom the content of a project is made. Those that are selected take part in evaluations. */
export function PersonasSection({ project }: SectionProps) {
  const { t } = useTranslation();
  const params = { path: { project_id: project } };
  const query = useQuery({
    queryKey: ["project", project, "personas"],
    queryFn: () => dataOf(api.GET("/api/projects/{project_id}/personas", { params })),
  });
  const [edited, setEdited] = useState<Persona | "new">();
  const [isGenerating, setGenerating] = useState(false);
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("projects.personas.failed")} retry={() => void query.refetch()} />;
  const buttons = (
    <>
      <Button onClick={() => setGenerating(true)}>
        <Sparkles size={15} aria-hidden />
        {t("projects.personas.generate")}
      </Button>
      <Button look="solid" onClick={() => setEdited("new")}>
        <UserPlus size={15} aria-hidden />
        {t("projects.personas.add")}
      </Button>
    </>
  );
  const { items } = query.data;
  return (
    <>
      {items.length === 0 ? (
        <Empty icon={Users} title={t("projects.personas.none")} about={t("projects.personas.about")}>
          {buttons}
        </Empty>
      ) : (
        <div className="h-full overflow-y-auto">
          <div className="mx-auto max-w-3xl px-6 py-6 max-wide:px-4">
            <div className="mb-4 flex flex-wrap items-center gap-2">
              <div className="mr-auto">
                <h2 className="font-serif text-2xl">{t("projects.section.personas")}</h2>
                <p className="text-sm text-soft">{t("projects.personas.about")}</p>
              </div>
              {buttons}
            </div>
            <ul className="grid grid-cols-2 gap-3 max-[1150px]:grid-cols-1">
              {items.map((each) => (
                <li key={each.id}>
                  <PersonaCard project={project} persona={each} onEdit={() => setEdited(each)} />
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {edited && <PersonaForm project={project} persona={edited} onClose={() => setEdited(undefined)} />}
      {isGenerating && <Generation project={project} onClose={() => setGenerating(false)} />}
    </>
  );
}

function textOf({ name, basicInfo, background, painPoints }: PersonaText): PersonaText {
  return { name, basicInfo, background, painPoints };
}

function PersonaCard({ project, persona, onEdit }: { project: string; persona: Persona; onEdit: () => void }) {
  const { t } = useTranslation();
  const params = { path: { project_id: project, persona_id: persona.id } };
  const select = useProjectChange(project, (selected: boolean) =>
    dataOf(api.PUT("/api/projects/{project_id}/personas/{persona_id}/selection", { params, body: { selected } })),
  );
  const restore = useProjectChange(project, () =>
    dataOf(
      api.POST("/api/projects/{project_id}/personas", {
        params: { path: { project_id: project } },
        body: textOf(persona),
      }),
    ),
  );
  const remove = useProjectChange(
    project,
    () => api.DELETE("/api/projects/{project_id}/personas/{persona_id}", { params }),
    () => toast(t("projects.deleted", { name: persona.name }), () => restore.mutate(undefined)),
  );
  return (
    <article aria-label={persona.name} className="flex h-full flex-col rounded-2xl border border-line bg-sheet p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-serif text-lg">{persona.name}</h3>
          <p className="text-sm text-soft">{persona.basicInfo}</p>
        </div>
        <ActionMenu
          label={t("projects.more", { name: persona.name })}
          icon={<Ellipsis size={17} aria-hidden />}
          actions={[
            { text: t("projects.personas.edit"), run: onEdit },
            { text: t("projects.delete"), run: () => remove.mutate(undefined), isGrave: true },
          ]}
        />
      </div>
      {persona.background && <p className="mt-2 line-clamp-4 text-sm">{persona.background}</p>}
      {persona.painPoints.length > 0 && (
        <ul className="mt-2 list-disc space-y-0.5 pl-5 text-sm">
          {persona.painPoints.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      <div className="mt-auto pt-3">
        <CheckField
          label={t("projects.personas.selected")}
          checked={persona.selected}
          disabled={select.isPending}
          onChange={(selected) => select.mutate(selected)}
        />
      </div>
    </article>
  );
}

function PersonaForm({
  project,
  persona,
  onClose,
}: {
  project: string;
  persona: Persona | "new";
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<PersonaText>(persona === "new" ? NOBODY : textOf(persona));
  const [points, setPoints] = useState(draft.painPoints.join("\n"));
  const save = useProjectChange(
    project,
    (body: PersonaText) =>
      persona === "new"
        ? dataOf(api.POST("/api/projects/{project_id}/personas", { params: { path: { project_id: project } }, body }))
        : dataOf(
            api.PATCH("/api/projects/{project_id}/personas/{persona_id}", {
              params: { path: { project_id: project, persona_id: persona.id } },
              body,
            }),
          ),
    onClose,
  );
  return (
    <Modal title={t(persona === "new" ? "projects.personas.add" : "projects.personas.edit")} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ ...draft, name: draft.name.trim(), painPoints: questionLines(points) });
        }}
      >
        <TextField
          label={t("projects.name")}
          value={draft.name}
          maxLength={80}
          required
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        />
        <TextField
          label={t("projects.personas.info")}
          value={draft.basicInfo}
          maxLength={1_000}
          onChange={(event) => setDraft({ ...draft, basicInfo: event.target.value })}
        />
        <TextArea
          label={t("projects.personas.background")}
          value={draft.background}
          maxLength={4_000}
          onChange={(event) => setDraft({ ...draft, background: event.target.value })}
        />
        <TextArea
          label={t("projects.personas.points")}
          about={t("projects.personas.points.about")}
          value={points}
          onChange={(event) => setPoints(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {t("talk.cancel")}
          </Button>
          <Button type="submit" look="solid" disabled={!draft.name.trim() || save.isPending}>
            {t("projects.personas.save")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Generation({ project, onClose }: { project: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [count, setCount] = useState("3");
  const [wishes, setWishes] = useState("");
  const generate = useProjectChange(
    project,
    () => {
      const params = { path: { project_id: project } };
      const body = { count: Math.min(Math.max(1, Math.trunc(Number(count)) || 1), 10), wishes };
      return dataOf(api.POST("/api/projects/{project_id}/personas/generate", { params, body }));
    },
    onClose,
  );
  return (
    <Modal title={t("projects.personas.generate")} about={t("projects.personas.generate.about")} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          generate.mutate(undefined);
        }}
      >
        <TextField
          label={t("projects.personas.count")}
          type="number"
          min={1}
          max={5}
          value={count}
          onChange={(event) => setCount(event.target.value)}
        />
        <TextArea
          label={t("projects.personas.wishes")}
          value={wishes}
          maxLength={2_000}
          onChange={(event) => setWishes(event.target.value)}
        />
        <div className="flex items-center justify-end gap-2">
          {generate.isPending && <span className="breathe mr-auto text-sm text-soft">{t("talk.working")}</span>}
          <Button look="quiet" onClick={onClose}>
            {t("talk.cancel")}
          </Button>
          <Button type="submit" look="solid" disabled={generate.isPending}>
            {t("projects.personas.generate")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
