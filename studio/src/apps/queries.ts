import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "../api/client";
import { toast } from "../ui/Toasts";

export type AppItem = Schemas["AppItem"];
export type AppDetails = Schemas["AppDetails"];
export type AppInput = Schemas["AppInput"];
export type RunValues = Record<string, string | { [key: string]: string } | null>;

const POLL_MS = 1_000;
/** The runs of a batch come one after the other. */
const BATCH_POLL_MS = 4_000;

export function useApps() {
  return useInfiniteQuery({
    queryKey: ["apps"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => dataOf(api.GET("/api/apps", { params: { query: { cursor: pageParam, limit: 60 } } })),
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

export function useApp(id: string) {
  return useQuery({
    queryKey: ["app", id],
    refetchInterval: ({ state }) => (state.data?.status === "compiling" ? POLL_MS : false),
    queryFn: () => dataOf(api.GET("/api/apps/{app_id}", { params: { path: { app_id: id } } })),
  });
}

export function useRuns(id: string) {
  return useQuery({
    queryKey: ["app", id, "runs"],
    refetchInterval: ({ state }) =>
      state.data?.items.some((run) => run.status === "waiting" || run.status === "running") ? POLL_MS : BATCH_POLL_MS,
    queryFn: () =>
      dataOf(api.GET("/api/apps/{app_id}/executions", { params: { path: { app_id: id }, query: { limit: 60 } } })),
  });
}

export function useRun(app: string, run: string | undefined) {
  return useQuery({
    queryKey: ["app", app, "run", run],
    enabled: run !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.status === "waiting" || state.data?.status === "running" ? POLL_MS : false,
    queryFn: () => {
      const params = { path: { app_id: app, execution_id: run ?? "" } };
      return dataOf(api.GET("/api/apps/{app_id}/executions/{execution_id}", { params }));
    },
  });
}

/** What there is to choose from for the inputs, given those that narrow others. */
export function useChoices(app: string, version: number, params: RunValues) {
  return useQuery({
    queryKey: ["app-choices", app, version, params],
    placeholderData: keepPreviousData,
    queryFn: () =>
      dataOf(api.POST("/api/apps/{app_id}/choices", { params: { path: { app_id: app } }, body: { params } })),
  });
}

/** What a run with these inputs takes; nothing is asked before they are complete. */
export function useEstimate(app: string, version: number, params: RunValues | null) {
  return useQuery({
    queryKey: ["app-estimate", app, version, params],
    enabled: params !== null,
    placeholderData: keepPreviousData,
    queryFn: () => dataOf(api.POST("/api/apps/estimate", { body: { appId: app, params: params ?? {} } })),
  });
}

export function useAppVersions(id: string) {
  return useQuery({
    queryKey: ["app", id, "versions"],
    queryFn: () => dataOf(api.GET("/api/apps/{app_id}/versions", { params: { path: { app_id: id } } })),
  });
}

/** A change of apps that shows its failure. */
export function useAppChange<T, R>(change: (value: T) => Promise<R>, onSuccess?: (result: R, value: T) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (result, value) => onSuccess?.(result, value),
    onError: (problem) => toast(problem.message),
    onSettled: () => {
      for (const queryKey of [["apps"], ["app"]]) void queries.invalidateQueries({ queryKey });
    },
  });
}
