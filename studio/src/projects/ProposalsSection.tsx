import { useQuery } from "@tanstack/react-query";
import { GitPullRequestArrow } from "lucide-react";
import { useTranslation } from "react-i18next";
import { api, dataOf, type Schemas } from "../api/client";
import { go } from "../app/place";
import { dayText } from "../files/format";
import { Button } from "../ui/Button";
import { Empty, Failed, Loading } from "../ui/States";
import { StatusBadge, type Tone } from "../ui/StatusBadge";
import { toast } from "../ui/Toasts";
import { useProjectChange, useTree } from "./queries";
import type { SectionProps } from "./sections";

type Proposal = Schemas["ProposalItem"];
type Decision = "pending" | "accepted" | "rejected";

const TONES: Record<Proposal["state"], Tone> = {
  open: "busy",
  accepted: "good",
  rejected: "plain",
  partly_accepted: "good",
};

/** The proposed changes of all blocks: accepted or rejected as a whole or hunk by hunk, and undone. */
export function ProposalsSection({ project }: SectionProps) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ["project", project, "proposals"],
    queryFn: () =>
      dataOf(api.GET("/api/projects/{project_id}/proposals", { params: { path: { project_id: project } } })),
  });
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("projects.proposals.failed")} retry={() => void query.refetch()} />;
  if (!query.data.items.length) {
    return (
      <Empty
        icon={GitPullRequestArrow}
        title={t("projects.proposals.none")}
        about={t("projects.proposals.none.about")}
      />
    );
  }
  return (
    <div className="h-full overflow-y-auto">
      <ul className="mx-auto max-w-3xl space-y-4 px-6 py-6 max-wide:px-4">
        {query.data.items.map((each) => (
          <li key={each.id}>
            <ProposalCard project={project} proposal={each} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function ProposalCard({ project, proposal }: { project: string; proposal: Proposal }) {
  const { t, i18n } = useTranslation();
  const block = useTree(project).data?.blocks.find((each) => each.id === proposal.blockId);
  const params = { path: { project_id: project, proposal_id: proposal.id } };
  const details = useQuery({
    queryKey: ["project", project, "proposal", proposal.id],
    enabled: proposal.state === "open",
    queryFn: () => dataOf(api.GET("/api/projects/{project_id}/proposals/{proposal_id}", { params })),
  });
  const decide = useProjectChange(
    project,
    (body: { status: Decision; hunks: number[] }) =>
      dataOf(api.POST("/api/projects/{project_id}/proposals/{proposal_id}/decision", { params, body })),
    (_, { status, hunks }) => {
      if (status === "pending") return;
      toast(t(`projects.proposals.${status}`), () => decide.mutate({ status: "pending", hunks }));
    },
  );
  const pending = proposal.hunks.flatMap((hunk, index) => (hunk.status === "pending" ? [index] : []));
  const outdated = details.data?.outdatedHunks ?? [];
  const fitting = pending.filter((index) => !outdated.includes(index));
  return (
    <article aria-label={proposal.summary || block?.name} className="rounded-2xl border border-line bg-sheet">
      <header className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
        <div className="mr-auto min-w-0">
          <p className="font-medium">{proposal.summary || t("projects.proposals.untitled")}</p>
          <p className="text-xs text-soft">
            <button type="button" className="underline" onClick={() => go({ part: proposal.blockId })}>
              {block?.name ?? t("projects.block.gone")}
            </button>
            {` · ${t(`projects.author.${proposal.author}`)} · ${dayText(proposal.createdAt, i18n.language)}`}
          </p>
        </div>
        <StatusBadge tone={TONES[proposal.state]}>{t(`projects.proposals.state.${proposal.state}`)}</StatusBadge>
        {pending.length > 0 && (
          <>
            <Button disabled={decide.isPending} onClick={() => decide.mutate({ status: "rejected", hunks: pending })}>
              {t("projects.proposals.reject")}
            </Button>
            <Button
              look="solid"
              disabled={decide.isPending || !fitting.length}
              onClick={() => decide.mutate({ status: "accepted", hunks: fitting })}
            >
              {t(fitting.length && outdated.length ? "projects.proposals.accept.fitting" : "projects.proposals.accept")}
            </Button>
          </>
        )}
      </header>
      {outdated.length > 0 && (
        <p role="status" className="border-b border-line px-4 py-2 text-sm text-warn">
          {t(fitting.length ? "projects.proposals.outdated.partly" : "projects.proposals.outdated")}
        </p>
      )}
      <ol className="divide-y divide-line">
        {proposal.hunks.map((hunk, index) => (
          <Hunk
            key={index}
            hunk={hunk}
            number={index + 1}
            isOutdated={outdated.includes(index)}
            isBusy={decide.isPending}
            onDecide={(status) => decide.mutate({ status, hunks: [index] })}
          />
        ))}
      </ol>
    </article>
  );
}

interface HunkProps {
  hunk: Proposal["hunks"][number];
  number: number;
  isOutdated: boolean;
  isBusy: boolean;
  onDecide: (status: Decision) => void;
}

function Hunk({ hunk, number, isOutdated, isBusy, onDecide }: HunkProps) {
  const { t } = useTranslation();
  return (
    <li className={`px-4 py-3 ${hunk.status === "rejected" ? "opacity-70" : ""}`}>
      <div className="text-sm leading-relaxed">
        {hunk.old && (
          <del className="block rounded-md border-l-2 border-warn bg-well px-3 py-1.5 whitespace-pre-wrap">
            {hunk.old}
          </del>
        )}
        {hunk.new && (
          <ins className="mt-1 block rounded-md border-l-2 border-good bg-tint px-3 py-1.5 whitespace-pre-wrap no-underline">
            {hunk.new}
          </ins>
        )}
      </div>
      <div className="mt-2 flex items-center justify-end gap-2 text-xs text-soft">
        <span className="mr-auto">
          {t("projects.proposals.hunk", { number })}
          {isOutdated && ` · ${t("projects.proposals.outdated.hunk")}`}
        </span>
        {hunk.status === "pending" ? (
          <>
            <Button look="quiet" disabled={isBusy} onClick={() => onDecide("rejected")}>
              {t("projects.proposals.reject.one", { number })}
            </Button>
            <Button disabled={isBusy || isOutdated} onClick={() => onDecide("accepted")}>
              {t("projects.proposals.accept.one", { number })}
            </Button>
          </>
        ) : (
          <>
            <span>{t(`projects.proposals.${hunk.status}`)}</span>
            <Button look="quiet" disabled={isBusy} onClick={() => onDecide("pending")}>
              {t("app.undo")}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
