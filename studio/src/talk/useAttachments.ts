import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, api, dataOf } from "../api/client";
import { usePlace } from "../app/place";

/** The names of the files that are attached to a conversation. */
export function useAttachments(conversation: string, isStarted: boolean): { names: string[]; refresh: () => void } {
  const queries = useQueryClient();
  const isKnown = usePlace().conversation === conversation;
  const queryKey = ["attachments", conversation];
  const query = useQuery({
    queryKey,
    enabled: isKnown,
    staleTime: isStarted ? 60_000 : 0,
    queryFn: async () => {
      const params = { path: { conversation_id: conversation } };
      try {
        return await dataOf(api.GET("/api/conversations/{conversation_id}/attachments", { params }));
      } catch (problem) {
        if (problem instanceof ApiError && problem.status === 404) return [];
        throw problem;
      }
    },
  });
  const names = (query.data ?? []).map((each) => each.name);
  return { names, refresh: () => void queries.invalidateQueries({ queryKey }) };
}
