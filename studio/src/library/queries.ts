import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { api, apiFetch, dataOf, type Schemas } from "../api/client";
import { PendingDeletions } from "../conversations/deletions";
import { PART_LENGTH } from "./places";

export type DocumentItem = Schemas["DocumentItem"];
export type PassageItem = Omit<Schemas["PassageItem"], "highlights"> & { highlights: readonly (readonly number[])[] };

const READING_MS = 2_000;

export function useDocuments() {
  return useInfiniteQuery({
    queryKey: ["library"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(api.GET("/api/library", { params: { query: { cursor: pageParam, limit: 100 } } })),
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.items.some(({ status }) => status === "reading" || status === "uploaded"))
        ? READING_MS
        : false,
  });
}

export function useDocument(id: string) {
  return useQuery({
    queryKey: ["library", id],
    queryFn: () => dataOf(api.GET("/api/library/{document_id}", { params: { path: { document_id: id } } })),
  });
}

export function usePassages(query: string, projectId?: string) {
  return useQuery({
    queryKey: ["library", "search", query, projectId],
    enabled: query !== "",
    queryFn: () => dataOf(api.GET("/api/library/search", { params: { query: { query, projectId, limit: 20 } } })),
  });
}

/** A part of a page, from a position on. */
export function useDocumentPart(id: string, page: number, start: number, isReady: boolean) {
  return useQuery({
    queryKey: ["library", id, "text", page, start],
    enabled: isReady,
    queryFn: () =>
      dataOf(
        api.GET("/api/library/{document_id}/text", {
          params: { path: { document_id: id }, query: { page, start, length: PART_LENGTH } },
        }),
      ),
  });
}

/** Add one file: reading it may take some seconds, and the answer says whether it could be read. */
export async function addDocument(file: File): Promise<DocumentItem | undefined> {
  const body = new FormData();
  body.append("files", file);
  const response = await apiFetch("/api/library", { method: "POST", body });
  return ((await response.json()) as Schemas["AddedDocuments"]).documents[0];
}

export const documentDeletions = new PendingDeletions((id) =>
  apiFetch(`/api/library/${encodeURIComponent(id)}`, { method: "DELETE", keepalive: true }),
);

export function useHiddenDocuments(): ReadonlySet<string> {
  return useSyncExternalStore(documentDeletions.subscribe, documentDeletions.snapshot);
}
