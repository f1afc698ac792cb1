import { useQuery, useQueryClient } from "@tanstack/react-query";
import { MessageSquareX } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { go, usePlace } from "../app/place";
import { useTitle } from "../app/title";
import { loadIfKnown } from "../conversations/queries";
import { Button } from "../ui/Button";
import { Empty, Failed, Loading } from "../ui/States";
import { Chat, type OnShown } from "./Chat";
import { draftOf, outgoingOf } from "./drafts";
import { useAttachments } from "./useAttachments";

interface TalkProps {
  id: string;
  suggestion: string;
  /** The project that the conversation is about, and what can be written after an @. */
  project?: string;
  names?: readonly string[];
  /** The number of the newest change in the project. */
  changes?: number;
  onShown?: OnShown;
  /** Where the message field is instead, such as in the middle of the first screen. */
  composerIn?: HTMLElement | null;
}

/**
 * The talk of one conversation. A new one has nothing to load; one that only has attached files does not exist for the
 * service before its first message.
 */
export function Talk({ id, onShown, ...options }: TalkProps) {
  const { t } = useTranslation();
  const place = usePlace();
  const [isNew] = useState(place.conversation === undefined);
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ["conversation", id],
    enabled: !isNew,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: () => loadIfKnown(id),
  });
  // What was written or attached is there before the service knows the conversation.
  const isWaiting = query.data === null && !draftOf(id) && !outgoingOf(id);
  const isGone = useAttachments(id, isWaiting).isUnknown && isWaiting;
  useEffect(() => {
    if (isGone) onShown?.({ id, isBegun: false, isGone: true });
  }, [isGone, onShown, id]);
  // What could not be loaded has begun; the files of it may be there.
  useEffect(() => {
    if (query.isError) onShown?.({ id, isBegun: true });
  }, [query.isError, onShown, id]);
  useTitle("conversation", options.project ? undefined : query.data?.title);
  const rest = { id, onShown, ...options };
  if (isNew) return <Chat {...rest} />;
  if (query.isPending) return <Loading />;
  if (query.isError) {
    const retry = () => void queries.resetQueries({ queryKey: ["conversation", id] });
    return <Failed text={t("talk.load.failed")} retry={retry} />;
  }
  if (isGone) {
    return (
      <Empty icon={MessageSquareX} title={t("talk.gone")}>
        <Button onClick={() => go({ conversation: undefined }, { replace: true })}>{t("conversations.new")}</Button>
      </Empty>
    );
  }
  return <Chat {...rest} details={query.data ?? undefined} />;
}
