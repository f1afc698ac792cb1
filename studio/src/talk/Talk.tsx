import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePlace } from "../app/place";
import { loadIfKnown } from "../conversations/queries";
import { Failed, Loading } from "../ui/States";
import { Chat } from "./Chat";

/**
 * The talk of one conversation. A new one has nothing to load; one that only has attached files does not exist for the
 * service before its first message.
 */
export function Talk({ id, suggestion }: { id: string; suggestion: string }) {
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
  if (isNew) return <Chat id={id} suggestion={suggestion} />;
  if (query.isPending) return <Loading />;
  if (query.isError) {
    const retry = () => void queries.resetQueries({ queryKey: ["conversation", id] });
    return <Failed text={t("talk.load.failed")} retry={retry} />;
  }
  return <Chat id={id} suggestion={suggestion} details={query.data ?? undefined} />;
}
