import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf, type Schemas } from "../api/client";

export type Share = Schemas["ShareItem"];
export type NewShare = Schemas["NewShare"];
export type Submission = Schemas["SubmissionItem"];

export function useShares(artifactId: string) {
  return useQuery({
    queryKey: ["shares", artifactId],
    queryFn: () => dataOf(api.GET("/api/shares", { params: { query: { artifactId, limit: 100 } } })),
  });
}

/** Make or revoke a link, and show the list as it is then. */
export function useShareChange<T>(artifactId: string, change: (given: T) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: ["shares", artifactId] }),
  });
}

export const createShare = (body: NewShare) => dataOf(api.POST("/api/shares", { body }));

export const revokeShare = (id: string) =>
  dataOf(api.DELETE("/api/shares/{share_id}", { params: { path: { share_id: id } } }));

export function useResults(shareId: string) {
  return useQuery({
    queryKey: ["results", shareId],
    refetchInterval: 10_000,
    queryFn: () => dataOf(api.GET("/api/shares/{share_id}/results", { params: { path: { share_id: shareId } } })),
  });
}

export const addToClass = (shareId: string, body: Schemas["ClassRequest"]) =>
  dataOf(api.POST("/api/shares/{share_id}/class", { params: { path: { share_id: shareId } }, body }));

export const markAnswer = (shareId: string, submission: string, number: string, points: number | null) =>
  dataOf(
    api.PUT("/api/shares/{share_id}/results/{submission_id}/answers/{number}", {
      params: { path: { share_id: shareId, submission_id: submission, number } },
      body: { points },
    }),
  );
