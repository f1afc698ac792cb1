import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { go } from "../app/place";
import type { FileItem } from "../files/queries";
import { toast } from "../ui/Toasts";

/** Make an older version of a file the newest one, and go there. */
export function useRestore(file: FileItem, onDone?: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      dataOf(api.POST("/api/artifacts/{artifact_id}/restore", { params: { path: { artifact_id: file.id } } })),
    onSuccess: (restored) => {
      for (const queryKey of [["files"], ["file"]]) void queries.invalidateQueries({ queryKey });
      toast(t("view.restored", { number: restored.version }));
      onDone?.();
      go({ file: restored.id });
    },
    onError: (problem) => toast(problem.message),
  });
}
