import { useQuery } from "@tanstack/react-query";
import { Trans, useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { modelInUse } from "./models";

/** Which model works here, and how to set up a better one if it is the embedded one. Other owners are not told. */
export function ModelLine() {
  const { t } = useTranslation();
  const query = useQuery({ queryKey: ["models"], retry: false, queryFn: () => dataOf(api.GET("/api/models")) });
  if (!query.data) return null;
  const { name, isEmbedded } = modelInUse(query.data);
  return (
    <p className="mt-8 border-t border-line pt-4 text-sm text-soft">
      {isEmbedded ? t("start.model") : name ? t("start.model.known", { name }) : t("start.model.none")}{" "}
      {(isEmbedded || !name) && (
        <Trans
          i18nKey="start.model.how"
          values={{ command: "inkwright models set" }}
          components={{ code: <code className="rounded bg-well px-1 py-0.5 text-ink" /> }}
        />
      )}
    </p>
  );
}
