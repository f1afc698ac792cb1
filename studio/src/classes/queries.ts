import { useQuery } from "@tanstack/react-query";
import { api, apiFetch, dataOf, type Schemas } from "../api/client";

export type ClassDetails = Schemas["ClassDetails"];
export type ImportResult = Schemas["ImportResult"];
export type Point = Schemas["PointItem"];

export function useSchool(isWanted = true) {
  return useQuery({
    enabled: isWanted,
    queryKey: ["school"],
    queryFn: () => dataOf(api.GET("/api/school")),
  });
}

export function classQuery(id: string) {
  return {
    queryKey: ["school", "class", id],
    queryFn: () => dataOf(api.GET("/api/school/classes/{class_id}", { params: { path: { class_id: id } } })),
  };
}

export function usePupil(number: string) {
  return useQuery({
    queryKey: ["school", "pupil", number],
    queryFn: () => dataOf(api.GET("/api/school/pupils/{number}", { params: { path: { number } } })),
  });
}

/** How a file is read: what its columns hold, its class, and the maximum of its tests. */
export interface ImportSettings {
  columns: Record<string, string>;
  className: string;
  maximum: string;
}

/** Import a file, or only try it out. */
export async function importFile(
  file: File,
  mode: "all" | "leave_out" | "dry_run",
  settings: ImportSettings,
): Promise<ImportResult> {
  const query = new URLSearchParams({ mode });
  for (const [header, role] of Object.entries(settings.columns)) query.append("column", `${header}=${role}`);
  if (settings.className.trim()) query.set("className", settings.className.trim());
  if (settings.maximum.trim()) query.append("maximum", settings.maximum.trim());
  const body = new FormData();
  body.append("file", file);
  const response = await apiFetch(`/api/school/imports?${query}`, { method: "POST", body });
  return (await response.json()) as ImportResult;
}

export const makeReport = (name: string, format: "docx" | "pdf") =>
  dataOf(api.POST("/api/school/reports", { body: { name, format } }));
