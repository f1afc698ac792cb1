import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { go } from "../app/place";
import type { FileItem } from "../files/queries";
import { focusWhenLost } from "../ui/returnFocus";
import { toast } from "../ui/Toasts";

/** Make the next version of a file and go there. A note offers to bring the version before back. */
export function useEdit<T>(file: FileItem, change: (given: T) => Promise<FileItem>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const show = (made: FileItem) => {
    for (const queryKey of [["files"], ["file"]]) void queries.invalidateQueries({ queryKey });
    go({ file: made.id }, { replace: true });
    focusWhenLost("#view");
  };
  const undo = () => {
    dataOf(api.POST("/api/artifacts/{artifact_id}/restore", { params: { path: { artifact_id: file.id } } }))
      .then(show)
      .catch((problem: Error) => toast(problem.message));
  };
  return useMutation({
    mutationFn: change,
    onSuccess: (made) => {
      show(made);
      toast(t("view.source.saved", { number: made.version }), undo);
    },
    onError: (problem) => toast(problem.message),
  });
}
