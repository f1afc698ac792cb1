import { useEffect } from "react";

const MODEL_FORM = "inkwright:model-form";

/** Ask for the form to set up a model. The frame of the studio shows it. */
export function askForModelForm(): void {
  window.dispatchEvent(new Event(MODEL_FORM));
}

export function useModelRequest(onAsked: () => void): void {
  useEffect(() => {
    window.addEventListener(MODEL_FORM, onAsked);
    return () => window.removeEventListener(MODEL_FORM, onAsked);
  }, [onAsked]);
}

/** Whether another model can help where a turn failed. */
export function needsModel(code: string | undefined): boolean {
  return (
    code !== undefined && (code.startsWith("model_") || ["too_small", "no_model_left", "plan_failed"].includes(code))
  );
}
