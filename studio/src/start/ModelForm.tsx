import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, dataOf } from "../api/client";
import { toast } from "../ui/Toasts";
import ModelDialog from "./ModelDialog";

/** The form to set up a model, from wherever the person is. Those who may not see the models are told so. */
export default function ModelForm({ onClose }: { onClose: () => void }) {
  const query = useQuery({ queryKey: ["models"], retry: false, queryFn: () => dataOf(api.GET("/api/models")) });
  const refused = query.error?.message;
  useEffect(() => {
    if (!refused) return;
    toast(refused);
    onClose();
  }, [refused, onClose]);
  return query.data ? <ModelDialog settings={query.data} onClose={onClose} /> : null;
}
