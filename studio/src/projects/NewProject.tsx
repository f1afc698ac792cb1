import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { go } from "../app/place";
import { Button } from "../ui/Button";
import { SelectField, TextField } from "../ui/Fields";
import { Modal } from "../ui/Modal";
import { toast } from "../ui/Toasts";
import { usePresets } from "./queries";

/** Create a project: empty, or with the blocks of a template and the profile of a creator. */
export function NewProject({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const templates = usePresets("template").data?.items ?? [];
  const profiles = usePresets("profile").data?.items ?? [];
  const [name, setName] = useState("");
  const [template, setTemplate] = useState("");
  const [profile, setProfile] = useState("");
  const create = useMutation({
    mutationFn: async () => {
      const made = await dataOf(api.POST("/api/projects", { body: { name: name.trim() } }));
      const params = { path: { project_id: made.id } };
      if (template) await api.POST("/api/projects/{project_id}/template", { params, body: { presetId: template } });
      if (profile) await api.PUT("/api/projects/{project_id}/profile", { params, body: { presetId: profile } });
      return made;
    },
    onSuccess: (made) => {
      onClose();
      go({ item: made.id, part: undefined, pane: "view" });
    },
    onError: (problem) => toast(problem.message),
    onSettled: () => queries.invalidateQueries({ queryKey: ["projects"] }),
  });
  return (
    <Modal title={t("projects.new")} about={t("projects.new.about")} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) create.mutate();
        }}
      >
        <TextField
          label={t("projects.name")}
          value={name}
          maxLength={80}
          required
          onChange={(event) => setName(event.target.value)}
        />
        {templates.length > 0 && (
          <SelectField
            label={t("projects.template")}
            value={template}
            onChange={(event) => setTemplate(event.target.value)}
          >
            <option value="">{t("projects.template.none")}</option>
            {templates.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </SelectField>
        )}
        {profiles.length > 0 && (
          <SelectField
            label={t("projects.profile")}
            value={profile}
            onChange={(event) => setProfile(event.target.value)}
          >
            <option value="">{t("projects.profile.none")}</option>
            {profiles.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </SelectField>
        )}
        <div className="flex justify-end gap-2 pt-2">
          <Button look="quiet" onClick={onClose}>
            {t("talk.cancel")}
          </Button>
          <Button type="submit" look="solid" disabled={!name.trim() || create.isPending}>
            {t("projects.create")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
