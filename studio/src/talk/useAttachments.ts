import { useQuery } from "@tanstack/react-query";
import { ApiError, api, dataOf } from "../api/client";

interface Attachments {
  names: string[];
  /** Whether the service was asked, and knows no such conversation. */
  isUnknown: boolean;
  /** Whether it is known which files there are. */
  isReady: boolean;
  refresh: () => Promise<unknown>;
}

/** The files of a conversation that no message was sent with yet. */
export function useAttachments(conversation: string, isStored: boolean): Attachments {
  const query = useQuery({
    queryKey: ["attachments", conversation],
    enabled: isStored,
    staleTime: 60_000,
    queryFn: () => {
      const params = { path: { conversation_id: conversation } };
      return dataOf(api.GET("/api/conversations/{conversation_id}/attachments", { params }));
    },
  });
  const waiting = (query.data?.items ?? []).filter((each) => !each.isSent);
  const isUnknown = query.error instanceof ApiError && query.error.status === 404;
  const isReady = !isStored || query.isFetched;
  return { names: waiting.map((each) => each.name), isUnknown, isReady, refresh: () => query.refetch() };
}
