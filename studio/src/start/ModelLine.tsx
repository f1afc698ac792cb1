import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { Button } from "../ui/Button";
import { askForModelForm } from "./modelRequest";
import { modelInUse } from "./models";

/** Which model works here, and the form to set up another one. Other owners are not told. */
export function ModelLine() {
  const { t } = useTranslation();
  const query = useQuery({ queryKey: ["models"], retry: false, queryFn: () => dataOf(api.GET("/api/models")) });
  if (!query.data) return null;
  const { name, isEmbedded, isRule } = modelInUse(query.data);
  const told = name ? t("start.model.known", { name }) : t("start.model.none");
  return (
    <div className="mt-8 flex items-center gap-4 border-t border-line pt-4 text-sm text-soft">
      <p className="min-w-0 flex-1">{isEmbedded ? t("start.model") : isRule ? t("start.model.rule") : told}</p>
      <Button className="shrink-0" onClick={askForModelForm}>
        {t("model.title")}
      </Button>
    </div>
  );
}
