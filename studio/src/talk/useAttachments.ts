import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../api/client";

/** The files of a conversation that no message was sent with yet. */
export function useAttachments(conversation: string, isStored: boolean): { names: string[]; refresh: () => void } {
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
  return { names: waiting.map((each) => each.name), refresh: () => void query.refetch() };
}
