import { useTranslation } from "react-i18next";
import { api, dataOf, type Schemas } from "../api/client";
import { go } from "../app/place";
import { Button } from "../ui/Button";
import { capOf, type WrittenCap } from "./estimate";
import { type AppDetails, type RunValues, useAppChange } from "./queries";

interface DataError {
  errorType: string;
  message: string;
  entity?: string;
  suggestions?: string[];
  step?: string;
}

interface RunProblemProps {
  app: AppDetails;
  run: Schemas["RunDetails"];
  /** The limit that another run has. */
  cap: WrittenCap;
}

/** Why a run has no page: what is missing, what exists instead, and the way to try again. */
export function RunProblem({ app, run, cap }: RunProblemProps) {
  const { t } = useTranslation();
  const error = run.error as unknown as DataError;
  const params = { path: { app_id: app.id, execution_id: run.id } };
  const retry = useAppChange(
    () => dataOf(api.POST("/api/apps/{app_id}/executions/{execution_id}/retry", { params, body: {} })),
    (begun) => go({ part: begun.executionId }),
  );
  const runWith = useAppChange(
    (values: RunValues) =>
      dataOf(
        api.POST("/api/apps/{app_id}/run", {
          params: { path: { app_id: app.id } },
          body: { params: values, budgetCap: capOf(cap) },
        }),
      ),
    (begun) => go({ part: begun.executionId }),
  );
  const wrong = Object.entries(run.inputs).find(([, value]) => value === error.entity)?.[0];
  return (
    <div role="alert" className="rounded-2xl border border-line bg-well p-4">
      <p className="text-warn">{error.message}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {wrong &&
          (error.suggestions ?? []).slice(0, 6).map((each) => (
            <Button key={each} onClick={() => runWith.mutate({ ...(run.inputs as RunValues), [wrong]: each })}>
              {each}
            </Button>
          ))}
        {!wrong && error.suggestions?.length ? (
          <span className="text-sm text-soft">{t("apps.suggestions", { names: error.suggestions.join(", ") })}</span>
        ) : null}
        <Button disabled={retry.isPending} onClick={() => retry.mutate(undefined)}>
          {t("app.retry")}
        </Button>
      </div>
    </div>
  );
}
