import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { ActionMenu } from "../ui/ActionMenu";
import { Button } from "../ui/Button";
import { Failed, Loading } from "../ui/States";
import { usePhases, useProjectChange } from "./queries";

/** The phases of a project with their status, and the way to the next one or to any other. */
export function Phases({ project }: { project: string }) {
  const { t } = useTranslation();
  const query = usePhases(project);
  const params = { path: { project_id: project } };
  const advance = useProjectChange(project, (target: string | undefined) =>
    dataOf(api.POST("/api/projects/{project_id}/advance", { params, body: { target } })),
  );
  const reorder = useProjectChange(project, (middle: string[]) =>
    dataOf(api.PUT("/api/projects/{project_id}/phases", { params, body: { middle } })),
  );
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("projects.phases.failed")} retry={() => void query.refetch()} />;
  const { phases, current } = query.data;
  const at = phases.findIndex((each) => each.code === current);
  const middle = phases.slice(2, -1).map((each) => each.code);
  const earlier = (code: string) => {
    const index = middle.indexOf(code);
    reorder.mutate(middle.toSpliced(index, 1).toSpliced(index - 1, 0, code));
  };
  return (
    <section aria-label={t("projects.phases")}>
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-sm font-medium">{t("projects.phases")}</h2>
        {at < phases.length - 1 && (
          <Button disabled={advance.isPending} onClick={() => advance.mutate(undefined)}>
            {t("projects.phases.next", { name: phases[at + 1]?.name ?? "" })}
          </Button>
        )}
      </div>
      <ol className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-1.5">
        {phases.map((each, index) => (
          <li
            key={each.code}
            aria-current={each.code === current ? "step" : undefined}
            className="flex items-start justify-between rounded-xl border border-line bg-sheet py-2 pr-1 pl-3 aria-[current]:border-accent aria-[current]:bg-tint"
          >
            <span className="min-w-0">
              <span className="block text-sm leading-snug">{each.name}</span>
              <span className="flex items-center gap-1 text-xs text-soft">
                {each.status === "completed" && <Check size={12} aria-hidden className="text-good" />}
                {t(`projects.status.${each.status}`)}
              </span>
            </span>
            <ActionMenu
              label={t("projects.phases.more", { name: each.name })}
              icon={<span aria-hidden>⋯</span>}
              className="!size-7"
              actions={[
                {
                  text: t("projects.phases.enter"),
                  run: () => advance.mutate(each.code),
                  isDisabled: each.code === current,
                },
                {
                  text: t("projects.phases.earlier"),
                  run: () => earlier(each.code),
                  isDisabled: index < 3 || index === phases.length - 1,
                },
              ]}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
