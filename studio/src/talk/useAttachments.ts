import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../api/client";

/** The names of the files that are attached to a conversation. */
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
  return { names: (query.data?.items ?? []).map((each) => each.name), refresh: () => void query.refetch() };
}
