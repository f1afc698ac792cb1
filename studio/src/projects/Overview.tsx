import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { go } from "../app/place";
import { Button } from "../ui/Button";
import { Failed, Loading } from "../ui/States";
import { Phases } from "./Phases";
import { useTree } from "./queries";
import type { SectionProps } from "./sections";
import { pathOf, type TreeBlock } from "./tree";

const MAX_LISTED = 12;

/** How far a project is: its phases, what can be written now, and what needs attention. */
export function Overview({ project, onSuggest }: SectionProps) {
  const { t } = useTranslation();
  const tree = useTree(project);
  const plan = useQuery({
    queryKey: ["project", project, "plan"],
    queryFn: () => dataOf(api.GET("/api/projects/{project_id}/plan", { params: { path: { project_id: project } } })),
  });
  if (tree.isPending) return <Loading />;
  if (tree.isError) return <Failed text={t("projects.tree.failed")} retry={() => void tree.refetch()} />;
  const { blocks } = tree.data;
  const fields = blocks.filter((each) => each.blockType === "field");
  const completed = fields.filter((each) => each.status === "completed").length;
  const stale = fields.filter((each) => each.needsRegeneration);
  const review = fields.filter((each) => each.needReview && each.status === "in_progress");
  const ready = (plan.data?.stages[0] ?? []).flatMap((id) => blocks.find((each) => each.id === id) ?? []);
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-3xl space-y-8 px-6 py-6 max-wide:px-4">
        <Phases project={project} />
        {blocks.length === 0 ? (
          <div className="rounded-2xl border border-line bg-sheet p-6">
            <h2 className="font-serif text-xl">{t("projects.start")}</h2>
            <p className="mt-1 text-sm text-soft">{t("projects.start.about")}</p>
            <div className="mt-4 flex flex-wrap gap-2">
              <Button look="solid" onClick={() => onSuggest(t("projects.start.intent.prompt"))}>
                {t("projects.start.intent")}
              </Button>
              <Button onClick={() => onSuggest(t("projects.start.outline.prompt"))}>
                {t("projects.start.outline")}
              </Button>
            </div>
          </div>
        ) : (
          <section aria-label={t("projects.progress")}>
            <div className="flex items-baseline justify-between text-sm">
              <h2 className="font-medium">{t("projects.progress")}</h2>
              <span className="text-soft">{t("projects.progress.of", { completed, count: fields.length })}</span>
            </div>
            <progress
              max={Math.max(fields.length, 1)}
              value={completed}
              aria-label={t("projects.progress")}
              className="progress mt-2 h-2 w-full"
            />
          </section>
        )}
        <BlockLinks title={t("projects.ready")} about={t("projects.ready.about")} found={ready} blocks={blocks} />
        <BlockLinks title={t("projects.stale.title")} about={t("projects.stale.about")} found={stale} blocks={blocks} />
        <BlockLinks title={t("projects.review")} about={t("projects.review.about")} found={review} blocks={blocks} />
        <Lacking missing={plan.data?.missing ?? []} blocks={blocks} />
      </div>
    </div>
  );
}

interface BlockLinksProps {
  title: string;
  about: string;
  found: readonly TreeBlock[];
  blocks: readonly TreeBlock[];
}

function BlockLinks({ title, about, found, blocks }: BlockLinksProps) {
  const { t } = useTranslation();
  if (!found.length) return null;
  return (
    <section aria-label={title}>
      <h2 className="text-sm font-medium">
        {title} <span className="text-soft">({found.length})</span>
      </h2>
      <p className="text-xs text-soft">{about}</p>
      <ul className="mt-2 divide-y divide-line rounded-xl border border-line bg-sheet">
        {found.slice(0, MAX_LISTED).map((each) => (
          <li key={each.id}>
            <button
              type="button"
              onClick={() => go({ part: each.id, pane: "view" })}
              className="flex w-full items-center justify-between gap-3 px-4 py-2 text-left text-sm hover:bg-well"
            >
              <span className="truncate">{pathOf(blocks, each)}</span>
              <ArrowRight size={15} aria-hidden className="shrink-0 text-soft" />
            </button>
          </li>
        ))}
      </ul>
      {found.length > MAX_LISTED && (
        <p className="mt-1 text-xs text-soft">{t("projects.more.blocks", { count: found.length - MAX_LISTED })}</p>
      )}
    </section>
  );
}

interface LackingProps {
  missing: readonly { blockId: string; questions: string[]; blocks: string[] }[];
  blocks: readonly TreeBlock[];
}

/** What some blocks lack before they can be written. */
function Lacking({ missing, blocks }: LackingProps) {
  const { t } = useTranslation();
  if (!missing.length) return null;
  return (
    <section aria-label={t("projects.lacking")}>
      <h2 className="text-sm font-medium">{t("projects.lacking")}</h2>
      <ul className="mt-2 space-y-2 text-sm">
        {missing.slice(0, MAX_LISTED).map((each) => {
          const block = blocks.find(({ id }) => id === each.blockId);
          const lacks = [...each.questions, ...each.blocks.map((path) => t("projects.lacking.block", { path }))];
          return (
            block && (
              <li key={each.blockId} className="rounded-xl border border-line bg-sheet px-4 py-2">
                <button type="button" className="font-medium hover:underline" onClick={() => go({ part: block.id })}>
                  {block.name}
                </button>
                <span className="block text-xs text-soft">{lacks.join(" · ")}</span>
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}
