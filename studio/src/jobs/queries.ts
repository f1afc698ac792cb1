import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "../api/client";
import { isActive } from "./progress";

export type JobItem = Schemas["JobItem"];

const BUSY_MS = 1_500;
const IDLE_MS = 15_000;

/** The jobs, newest first, without their results. They are asked for again while one of them runs. */
export function useJobs(kind?: string) {
  return useInfiniteQuery({
    queryKey: ["jobs", kind ?? "all"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(api.GET("/api/jobs", { params: { query: { kind, results: false, cursor: pageParam, limit: 50 } } })),
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.items.some(isActive)) ? BUSY_MS : IDLE_MS),
  });
}

export function useJob(id: string | null | undefined) {
  return useQuery({
    queryKey: ["job", id],
    enabled: Boolean(id),
    queryFn: () => dataOf(api.GET("/api/jobs/{job_id}", { params: { path: { job_id: id ?? "" } } })),
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? BUSY_MS : false),
  });
}

export type JobAction = "pause" | "resume" | "cancel";

interface ControlledJob {
  id: string;
  action: JobAction;
  maxDollars?: number;
}

export function useJobControl() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, action, maxDollars }: ControlledJob) => {
      const params = { path: { job_id: id } };
      if (action === "resume") return dataOf(api.POST("/api/jobs/{job_id}/resume", { params, body: { maxDollars } }));
      return dataOf(
        action === "pause"
          ? api.POST("/api/jobs/{job_id}/pause", { params })
          : api.POST("/api/jobs/{job_id}/cancel", { params }),
      );
    },
    onSettled: (_, __, { id }) => {
      void queries.invalidateQueries({ queryKey: ["jobs"] });
      void queries.invalidateQueries({ queryKey: ["job", id] });
    },
  });
}
