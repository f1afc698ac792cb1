import { useTranslation } from "react-i18next";
import { Button } from "./Button";

export function Loading({ text }: { text?: string }) {
  const { t } = useTranslation();
  return (
    <p role="status" className="breathe p-6 text-center text-sm text-soft">
      {text ?? t("app.loading")}
    </p>
  );
}

export function Failed({ text, retry }: { text: string; retry?: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="space-y-3 p-6 text-center text-sm text-soft">
      <p>{text}</p>
      {retry && <Button onClick={retry}>{t("app.retry")}</Button>}
    </div>
  );
}
