import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { api, apiFetch, dataOf, type Schemas } from "../api/client";
import { PendingDeletions } from "../conversations/deletions";

export type PaperItem = Schemas["PaperItem"];
export const TEMPLATES = ["article", "ieee", "acm", "thesis"] as const;
export type TemplateName = (typeof TEMPLATES)[number];

const LIST_MS = 10_000;
const WRITING_MS = 1_500;

export function usePapers() {
  return useInfiniteQuery({
    queryKey: ["papers"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => dataOf(api.GET("/api/papers", { params: { query: { cursor: pageParam, limit: 50 } } })),
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: LIST_MS,
  });
}

export function usePaper(id: string, isBeingWritten: boolean) {
  return useQuery({
    queryKey: ["paper", id],
    queryFn: () => dataOf(api.GET("/api/papers/{paper_id}", { params: { path: { paper_id: id } } })),
    refetchInterval: isBeingWritten ? WRITING_MS : false,
  });
}

export function usePaperPages(id: string, isCompiled: boolean) {
  return useQuery({
    queryKey: ["paper", id, "pages"],
    enabled: isCompiled,
    queryFn: () => dataOf(api.GET("/api/papers/{paper_id}/pages", { params: { path: { paper_id: id } } })),
  });
}

export interface NewPaper {
  files: readonly File[];
  template: TemplateName;
  hasOutline: boolean;
}

/** Begin a paper; the files are merged in their order. */
export function useNewPaper() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ files, template, hasOutline }: NewPaper) => {
      const body = new FormData();
      for (const file of files) body.append("files", file);
      const address = `/api/papers?template=${template}&hasOutline=${hasOutline}`;
      return (await (await apiFetch(address, { method: "POST", body })).json()) as PaperItem;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["papers"] }),
  });
}

/** Continue a paper, or write it again from a stage. */
export function useResumedPaper(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (stage: string | undefined) =>
      dataOf(
        api.POST("/api/papers/{paper_id}/resume", {
          params: { path: { paper_id: id } },
          body: { stage: stage ?? null },
        }),
      ),
    onSuccess: (paper) => queries.setQueryData(["paper", id], paper),
    onSettled: () => void queries.invalidateQueries({ queryKey: ["papers"] }),
  });
}

export const paperDeletions = new PendingDeletions((id) =>
  apiFetch(`/api/papers/${encodeURIComponent(id)}`, { method: "DELETE", keepalive: true }),
);

export function useHiddenPapers(): ReadonlySet<string> {
  return useSyncExternalStore(paperDeletions.subscribe, paperDeletions.snapshot);
}
