import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, apiFetch, dataOf, type Schemas } from "../api/client";
import { go } from "../app/place";
import { ActionMenu } from "../ui/ActionMenu";
import { Button } from "../ui/Button";
import { DropArea } from "../ui/DropArea";
import { CheckField, SelectField, TextArea, TextField } from "../ui/Fields";
import { Modal } from "../ui/Modal";
import { Failed, Loading } from "../ui/States";
import { StatusBadge } from "../ui/StatusBadge";
import { toast } from "../ui/Toasts";
import { useProjectChange, useTree } from "./queries";
import type { SectionProps } from "./sections";
import { pathOf } from "./tree";

type Skill = Schemas["SkillItem"];

/** Skills: instructions that transform the text of a block. */
export function SkillsSection({ project }: SectionProps) {
  const { t } = useTranslation();
  const query = useQuery({ queryKey: ["skills"], queryFn: () => dataOf(api.GET("/api/skills")) });
  const queries = useQueryClient();
  const [edited, setEdited] = useState<Skill | "new">();
  const [used, setUsed] = useState<Skill>();
  const refresh = () => queries.invalidateQueries({ queryKey: ["skills"] });
  const remove = useMutation({
    mutationFn: (skill: Skill) => api.DELETE("/api/skills/{skill_id}", { params: { path: { skill_id: skill.id } } }),
    onSuccess: (_, skill) => toast(t("projects.deleted", { name: skill.title })),
    onError: (problem) => toast(problem.message),
    onSettled: refresh,
  });
  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    const body = new FormData();
    body.append("file", file);
    await apiFetch("/api/skills/import", { method: "POST", body });
    await refresh();
  };
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("projects.skills.failed")} retry={() => void query.refetch()} />;
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-3xl space-y-4 px-6 py-6 max-wide:px-4">
        <div className="flex flex-wrap items-center gap-2">
          <div className="mr-auto">
            <h2 className="font-serif text-2xl">{t("projects.section.skills")}</h2>
            <p className="text-sm text-soft">{t("projects.skills.about")}</p>
          </div>
          <Button look="solid" onClick={() => setEdited("new")}>
            {t("projects.skills.new")}
          </Button>
        </div>
        <ul className="space-y-2">
          {query.data.items.map((each) => (
            <li key={each.id} className="flex items-start gap-2 rounded-2xl border border-line bg-sheet p-4">
              <div className="min-w-0 flex-1">
                <h3 className="flex items-center gap-2 font-medium">
                  {each.title}
                  {each.isShipped && <StatusBadge>{t("projects.skills.shipped")}</StatusBadge>}
                </h3>
                <p className="text-sm text-soft">{each.description}</p>
                {each.hasScripts && <p className="text-xs text-soft">{t("projects.skills.scripts")}</p>}
              </div>
              <Button onClick={() => setUsed(each)}>{t("projects.skills.use")}</Button>
              <ActionMenu
                label={t("projects.more", { name: each.title })}
                icon={<Ellipsis size={17} aria-hidden />}
                actions={[
                  { text: t("projects.personas.edit"), run: () => setEdited(each) },
                  {
                    text: t("projects.delete"),
                    run: () => remove.mutate(each),
                    isGrave: true,
                    isDisabled: each.isShipped,
                  },
                ]}
              />
            </li>
          ))}
        </ul>
        <DropArea
          text={t("projects.skills.import")}
          about={t("projects.skills.import.about")}
          accept=".zip"
          onFiles={take}
        />
      </div>
      {edited && <SkillForm skill={edited} onClose={() => setEdited(undefined)} />}
      {used && <UseSkill project={project} skill={used} onClose={() => setUsed(undefined)} />}
    </div>
  );
}

function SkillForm({ skill, onClose }: { skill: Skill | "new"; onClose: () => void }) {
  const { t } = useTranslation();
  const id = skill === "new" ? "" : skill.id;
  const query = useQuery({
    queryKey: ["skills", id],
    enabled: id !== "",
    queryFn: () => dataOf(api.GET("/api/skills/{skill_id}", { params: { path: { skill_id: id } } })),
  });
  return (
    <Modal title={t(skill === "new" ? "projects.skills.new" : "projects.personas.edit")} isWide onClose={onClose}>
      {id && query.isPending ? <Loading /> : <SkillFields stored={query.data} onClose={onClose} />}
    </Modal>
  );
}

function SkillFields({ stored, onClose }: { stored: Schemas["SkillDetails"] | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [name, setName] = useState(stored?.name ?? "");
  const [title, setTitle] = useState(stored?.title ?? "");
  const [description, setDescription] = useState(stored?.description ?? "");
  const [instructions, setInstructions] = useState(stored?.instructions ?? "");
  const save = useMutation({
    mutationFn: () => {
      const body = { title, description, instructions };
      return stored
        ? dataOf(api.PATCH("/api/skills/{skill_id}", { params: { path: { skill_id: stored.id } }, body }))
        : dataOf(api.POST("/api/skills", { body: { ...body, name } }));
    },
    onSuccess: onClose,
    onError: (problem) => toast(problem.message),
    onSettled: () => queries.invalidateQueries({ queryKey: ["skills"] }),
  });
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {!stored && (
        <TextField
          label={t("projects.name")}
          about={t("projects.skills.name.about")}
          value={name}
          maxLength={64}
          required
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <TextField
        label={t("projects.skills.title")}
        value={title}
        maxLength={80}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextField
        label={t("projects.skills.description")}
        value={description}
        required
        onChange={(event) => setDescription(event.target.value)}
      />
      <TextArea
        label={t("projects.skills.instructions")}
        value={instructions}
        required
        onChange={(event) => setInstructions(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {t("talk.cancel")}
        </Button>
        <Button type="submit" look="solid" disabled={save.isPending}>
          {t("projects.personas.save")}
        </Button>
      </div>
    </form>
  );
}

function UseSkill({ project, skill, onClose }: { project: string; skill: Skill; onClose: () => void }) {
  const { t } = useTranslation();
  const blocks = useTree(project).data?.blocks ?? [];
  const [block, setBlock] = useState("");
  const [wish, setWish] = useState("");
  const [asProposal, setProposal] = useState(true);
  const apply = useProjectChange(
    project,
    () => {
      const params = { path: { project_id: project, block_id: block } };
      const body = { skill: skill.id, wish, asProposal };
      return dataOf(api.POST("/api/projects/{project_id}/blocks/{block_id}/skill", { params, body }));
    },
    (done) => {
      onClose();
      go({ part: done.proposalId ? "proposals" : done.blockId });
    },
  );
  return (
    <Modal title={skill.title} about={skill.description} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          apply.mutate(undefined);
        }}
      >
        <SelectField
          label={t("projects.block")}
          value={block}
          required
          onChange={(event) => setBlock(event.target.value)}
        >
          <option value="">{t("projects.settings.depends.add")}</option>
          {blocks
            .filter((each) => each.blockType === "field" && each.characters > 0)
            .map((each) => (
              <option key={each.id} value={each.id}>
                {pathOf(blocks, each)}
              </option>
            ))}
        </SelectField>
        <TextArea
          label={t("projects.skills.wish")}
          value={wish}
          maxLength={2_000}
          onChange={(event) => setWish(event.target.value)}
        />
        <CheckField label={t("projects.skills.proposal")} checked={asProposal} onChange={setProposal} />
        <div className="flex items-center justify-end gap-2">
          {apply.isPending && <span className="breathe mr-auto text-sm text-soft">{t("talk.working")}</span>}
          <Button type="submit" look="solid" disabled={!block || apply.isPending}>
            {t("projects.skills.use")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
