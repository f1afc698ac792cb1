import { useQuery } from "@tanstack/react-query";
import { SquarePen } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { go, usePlace } from "../app/place";
import { newConversationId } from "../talk/ids";
import { Talk } from "../talk/Talk";
import { IconButton } from "../ui/Button";
import { Loading } from "../ui/States";

interface ProjectTalkProps {
  project: string;
  /** What can be written after an @. */
  names: readonly string[];
  suggestion: string;
  /** The number of the newest change in the project. */
  changes?: number;
}

/** The talk with the agent of a project: its latest conversation, an earlier one, or a new one. */
export function ProjectTalk({ project, ...rest }: ProjectTalkProps) {
  const { t } = useTranslation();
  const place = usePlace();
  const [newId, setNewId] = useState(newConversationId);
  const [isNew, setNew] = useState(false);
  const query = useQuery({
    queryKey: ["conversations", "project", project],
    queryFn: () => dataOf(api.GET("/api/conversations", { params: { query: { projectId: project, limit: 60 } } })),
  });
  const items = query.data?.items ?? [];
  const latest = items[0]?.id;
  const isWaiting = !place.conversation && !isNew && (query.isPending || latest !== undefined);
  useEffect(() => {
    if (!place.conversation && !isNew && latest) go({ conversation: latest }, { replace: true });
  }, [place.conversation, isNew, latest]);
  const begin = () => {
    setNew(true);
    setNewId(newConversationId());
    go({ conversation: undefined, pane: "talk" });
  };
  const conversation = place.conversation ?? newId;
  const isListed = items.some((each) => each.id === conversation);
  return (
    <>
      <div className="flex shrink-0 items-center gap-1 border-b border-line py-1.5 pr-2 pl-4">
        {items.length > 0 ? (
          <select
            aria-label={t("projects.conversations")}
            value={isListed ? conversation : ""}
            onChange={(event) => (event.target.value ? go({ conversation: event.target.value }) : begin())}
            className="h-9 min-w-0 flex-1 truncate rounded-lg bg-transparent text-sm"
          >
            {!isListed && <option value="">{t("conversations.new")}</option>}
            {items.map((each) => (
              <option key={each.id} value={each.id}>
                {each.title || t("conversations.untitled")}
              </option>
            ))}
          </select>
        ) : (
          <span className="min-w-0 flex-1 truncate py-2 text-sm text-soft">{t("projects.talk")}</span>
        )}
        <IconButton label={t("projects.conversation.new")} onClick={begin}>
          <SquarePen size={17} strokeWidth={1.6} aria-hidden />
        </IconButton>
      </div>
      {isWaiting ? <Loading /> : <Talk key={conversation} id={conversation} project={project} {...rest} />}
    </>
  );
}
