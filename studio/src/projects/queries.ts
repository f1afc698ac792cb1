import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, apiFetch, dataOf, type Schemas } from "../api/client";
import { toast } from "../ui/Toasts";
import { movedTo, type Spot, type TreeBlock } from "./tree";

export type ProjectItem = Schemas["ProjectItem"];
export type BlockSettings = Schemas["BlockSettingsItem"];
export type SettingsChange = Schemas["SettingsRequest"];
export type BlockDetails = Schemas["BlockDetails"];
export type Tree = Schemas["ProjectTree"];

export const treeKey = (project: string) => ["project", project, "tree"];
export const blockKey = (project: string, block: string) => ["project", project, "block", block];

export function useProjects() {
  return useInfiniteQuery({
    queryKey: ["projects"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(api.GET("/api/projects", { params: { query: { cursor: pageParam, limit: 60 } } })),
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

export function useProject(id: string) {
  return useQuery({
    queryKey: ["project", id],
    queryFn: () => dataOf(api.GET("/api/projects/{project_id}", { params: { path: { project_id: id } } })),
  });
}

export function useTree(project: string) {
  return useQuery({
    queryKey: treeKey(project),
    queryFn: () => dataOf(api.GET("/api/projects/{project_id}/tree", { params: { path: { project_id: project } } })),
  });
}

export function useBlock(project: string, block: string) {
  return useQuery({ queryKey: blockKey(project, block), queryFn: () => loadBlock(project, block) });
}

export function loadBlock(project: string, block: string): Promise<BlockDetails> {
  const params = { path: { project_id: project, block_id: block } };
  return dataOf(api.GET("/api/projects/{project_id}/blocks/{block_id}", { params }));
}

export function useBlockSettings(project: string, block: string) {
  return useQuery({
    queryKey: [...blockKey(project, block), "settings"],
    queryFn: () => {
      const params = { path: { project_id: project, block_id: block } };
      return dataOf(api.GET("/api/projects/{project_id}/blocks/{block_id}/settings", { params }));
    },
  });
}

export function useBlockVersion(project: string, block: string, version: number | undefined) {
  return useQuery({
    queryKey: [...blockKey(project, block), "version", version],
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => {
      const params = { path: { project_id: project, block_id: block, version: version ?? 1 } };
      return dataOf(api.GET("/api/projects/{project_id}/blocks/{block_id}/versions/{version}", { params }));
    },
  });
}

export function usePhases(project: string) {
  return useQuery({
    queryKey: ["project", project, "phases"],
    queryFn: () => dataOf(api.GET("/api/projects/{project_id}/phases", { params: { path: { project_id: project } } })),
  });
}

export function usePresets(kind: "profile" | "template" | "channel") {
  return useQuery({
    queryKey: ["presets", kind],
    queryFn: () => dataOf(api.GET("/api/presets/{kind}", { params: { path: { kind } } })),
  });
}

/** Everything that shows a project, after one of its blocks was changed here. */
export function refreshProject(queries: QueryClient, project: string): void {
  void queries.invalidateQueries({ queryKey: ["project", project] });
}

/** A change of a project that shows its failure. `onSuccess` runs also if what asked for it is no longer shown. */
export function useProjectChange<T, R>(
  project: string,
  change: (value: T) => Promise<R>,
  onSuccess?: (result: R, value: T) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (result, value) => onSuccess?.(result, value),
    onError: (problem) => toast(problem.message),
    onSettled: () => refreshProject(queries, project),
  });
}

/** Move a block; the tree shows it at once, and as it was if the service refuses. */
export function useMove(project: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, spot }: { id: string; spot: Spot }) => {
      const params = { path: { project_id: project, block_id: id } };
      return dataOf(api.POST("/api/projects/{project_id}/blocks/{block_id}/move", { params, body: spot }));
    },
    onMutate: async ({ id, spot }) => {
      await queries.cancelQueries({ queryKey: treeKey(project) });
      const before = queries.getQueryData<Tree>(treeKey(project));
      if (before) queries.setQueryData<Tree>(treeKey(project), { ...before, blocks: movedTo(before.blocks, id, spot) });
      return before;
    },
    onError: (problem, _, before) => {
      if (before) queries.setQueryData(treeKey(project), before);
      toast(problem.message);
    },
    onSettled: () => refreshProject(queries, project),
  });
}

export function addBlock(project: string, name: string, parentId: string | null, isGroup: boolean) {
  const body = { name, parentId, text: "", settings: { blockType: isGroup ? ("group" as const) : ("field" as const) } };
  return dataOf(api.POST("/api/projects/{project_id}/blocks", { params: { path: { project_id: project } }, body }));
}

export function removeBlock(project: string, block: string) {
  const params = { path: { project_id: project, block_id: block } };
  return api.DELETE("/api/projects/{project_id}/blocks/{block_id}", { params });
}

export function restoreBlock(project: string, name: string) {
  const params = { path: { project_id: project } };
  return dataOf(api.POST("/api/projects/{project_id}/blocks/restore", { params, body: { name } }));
}

export function renameBlock(project: string, block: TreeBlock, name: string) {
  const params = { path: { project_id: project, block_id: block.id } };
  return api.PATCH("/api/projects/{project_id}/blocks/{block_id}", { params, body: { name } });
}

export function writeText(project: string, block: string, text: string, basedOn: number, reason = "") {
  const params = { path: { project_id: project, block_id: block } };
  return dataOf(
    api.PUT("/api/projects/{project_id}/blocks/{block_id}/text", { params, body: { text, basedOn, reason } }),
  );
}

export async function importProject(file: File, name: string): Promise<ProjectItem> {
  const body = new FormData();
  body.append("files", file);
  const query = name ? `?name=${encodeURIComponent(name)}` : "";
  const response = await apiFetch(`/api/projects/import${query}`, { method: "POST", body });
  return (await response.json()) as ProjectItem;
}
