import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "../ui/Toasts";
import { addDocument } from "./queries";

interface UploadState {
  name: string;
  number: number;
  total: number;
}

/** Add files one after the other; one that is refused does not keep the others back. */
export function useUploads(): { add: (files: readonly File[]) => Promise<void>; state: UploadState | undefined } {
  const queries = useQueryClient();
  const [state, setState] = useState<UploadState>();
  const add = async (files: readonly File[]) => {
    for (const [index, file] of files.entries()) {
      setState({ name: file.name, number: index + 1, total: files.length });
      await addDocument(file).catch((problem: Error) => toast(`${file.name}: ${problem.message}`));
      await queries.invalidateQueries({ queryKey: ["library"] });
    }
    setState(undefined);
  };
  return { add, state };
}
