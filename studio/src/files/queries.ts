import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, apiFetch, dataOf, type Schemas } from "../api/client";

export type FileItem = Schemas["ArtifactItem"];
export type FileDetails = Schemas["ArtifactDetails"];

export function useFiles() {
  return useInfiniteQuery({
    queryKey: ["files"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(api.GET("/api/artifacts", { params: { query: { cursor: pageParam, limit: 60 } } })),
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

/** What a conversation has made, newest first. */
export function useConversationFiles(conversation: string) {
  return useQuery({
    queryKey: ["files", conversation],
    queryFn: () =>
      dataOf(api.GET("/api/artifacts", { params: { query: { conversationId: conversation, limit: 60 } } })),
  });
}

export function useFile(id: string) {
  return useQuery({
    queryKey: ["file", id],
    queryFn: () => dataOf(api.GET("/api/artifacts/{artifact_id}", { params: { path: { artifact_id: id } } })),
  });
}

export function usePages(id: string) {
  return useQuery({
    queryKey: ["file", id, "pages"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => dataOf(api.GET("/api/artifacts/{artifact_id}/pages", { params: { path: { artifact_id: id } } })),
  });
}

/** The text of a file; it is read from its download. */
export function useFileText(url: string) {
  return useQuery({
    queryKey: ["text", url],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await apiFetch(url)).text(),
  });
}

/** Where the service shows an interactive page, on its other origin. The address is valid for some minutes. */
export function usePageAddress(id: string) {
  return useQuery({
    queryKey: ["file", id, "page"],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => dataOf(api.POST("/api/artifacts/{artifact_id}/page", { params: { path: { artifact_id: id } } })),
  });
}

export function useExports(id: string) {
  return useQuery({
    queryKey: ["file", id, "exports"],
    queryFn: () => dataOf(api.GET("/api/artifacts/{artifact_id}/exports", { params: { path: { artifact_id: id } } })),
  });
}

/** The slides of a deck and its look. */
export function useDeck(id: string) {
  return useQuery({
    queryKey: ["file", id, "slides"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => dataOf(api.GET("/api/artifacts/{artifact_id}/slides", { params: { path: { artifact_id: id } } })),
  });
}
