import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../api/client";
import { useIsLost } from "../api/connection";

const RETRY_MS = 2_000;

/** Says in every area that the service cannot be reached, and loads what is shown again when it is back. */
export function ConnectionBar() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const isLost = useIsLost();
  const wasLost = useRef(false);
  useEffect(() => {
    if (!isLost) {
      if (wasLost.current) void queries.invalidateQueries();
      wasLost.current = false;
      return;
    }
    wasLost.current = true;
    const look = () => void apiFetch("/healthz").catch(() => undefined);
    const timer = window.setInterval(look, RETRY_MS);
    window.addEventListener("online", look);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener("online", look);
    };
  }, [isLost, queries]);
  if (!isLost) return null;
  return (
    <p
      role="status"
      className="breathe shrink-0 border-b border-line bg-well px-4 py-1.5 text-center text-sm text-warn"
    >
      {t("app.lost")}
    </p>
  );
}
