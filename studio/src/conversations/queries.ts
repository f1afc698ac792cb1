import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, api, dataOf, type Schemas } from "../api/client";

export type ConversationItem = Schemas["ConversationItem"];
export type ConversationDetails = Schemas["ConversationDetails"];

export function useConversations() {
  return useInfiniteQuery({
    queryKey: ["conversations"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(api.GET("/api/conversations", { params: { query: { cursor: pageParam, limit: 60 } } })),
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

export function useSearch(words: string) {
  return useQuery({
    queryKey: ["search", words],
    enabled: words !== "",
    queryFn: () => dataOf(api.GET("/api/conversations/search", { params: { query: { words, limit: 50 } } })),
  });
}

/** How many turns are loaded at once: a long conversation opens by its end. */
const PAGE = 30;

/** The end of a conversation; null if the service does not know it, because nothing was sent yet. */
export async function loadIfKnown(id: string): Promise<ConversationDetails | null> {
  const params = { path: { conversation_id: id }, query: { limit: PAGE } };
  try {
    return await dataOf(api.GET("/api/conversations/{conversation_id}", { params }));
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 404) return null;
    throw problem;
  }
}

/** The messages before those that have `before` as their `earlier`. */
export function loadEarlier(id: string, before: string): Promise<ConversationDetails> {
  const params = { path: { conversation_id: id }, query: { limit: PAGE, before } };
  return dataOf(api.GET("/api/conversations/{conversation_id}", { params }));
}

export function useRename() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) =>
      api.PATCH("/api/conversations/{conversation_id}", { params: { path: { conversation_id: id } }, body: { title } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["conversations"] }),
  });
}
