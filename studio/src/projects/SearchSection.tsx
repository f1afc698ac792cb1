import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { go } from "../app/place";
import { Button } from "../ui/Button";
import { CheckField, TextField } from "../ui/Fields";
import { SearchField } from "../ui/SearchField";
import { Failed, Loading } from "../ui/States";
import { toast } from "../ui/Toasts";
import { VirtualList } from "../ui/VirtualList";
import { useProjectChange } from "./queries";
import type { SectionProps } from "./sections";

const ROW_HEIGHT = 66;

/** Search in all texts of a project, and replace; every changed block gets a version. */
export function SearchSection({ project }: SectionProps) {
  const { t } = useTranslation();
  const [written, setWritten] = useState("");
  const [replacement, setReplacement] = useState("");
  const [ignoreCase, setIgnoreCase] = useState(true);
  const words = useDeferredValue(written);
  const query = useQuery({
    queryKey: ["project", project, "search", words, ignoreCase],
    enabled: words.trim() !== "",
    queryFn: () => {
      const params = { path: { project_id: project }, query: { words, ignoreCase } };
      return dataOf(api.GET("/api/projects/{project_id}/search", { params }));
    },
  });
  const replace = useProjectChange(
    project,
    () => {
      const params = { path: { project_id: project } };
      const body = { words, replacement, ignoreCase, reason: "", blocks: [] };
      return dataOf(api.POST("/api/projects/{project_id}/replace", { params, body }));
    },
    (done) => {
      const refused = done.refused.length ? ` ${t("projects.search.refused", { paths: done.refused.join(", ") })}` : "";
      toast(t("projects.search.replaced", { count: done.places }) + refused);
    },
  );
  const found = query.data?.items ?? [];
  return (
    <div className="mx-auto flex h-full max-w-3xl flex-col px-6 pt-6 max-wide:px-4">
      <SearchField label={t("projects.search.words")} value={written} onChange={setWritten} />
      <div className="py-2">
        <CheckField label={t("projects.search.case")} checked={ignoreCase} onChange={setIgnoreCase} />
      </div>
      {words.trim() !== "" && query.isPending && <Loading />}
      {query.isError && <Failed text={query.error.message} retry={() => void query.refetch()} />}
      {query.isSuccess && !found.length && <p className="py-4 text-sm text-soft">{t("ui.none.found", { words })}</p>}
      {found.length > 0 && (
        <>
          <form
            className="flex items-end gap-2 pb-4"
            onSubmit={(event) => {
              event.preventDefault();
              replace.mutate(undefined);
            }}
          >
            <div className="flex-1">
              <TextField
                label={t("projects.search.replacement")}
                value={replacement}
                onChange={(event) => setReplacement(event.target.value)}
              />
            </div>
            <Button type="submit" className="!min-h-10" disabled={replace.isPending}>
              {t("projects.search.replace", { count: found.length })}
            </Button>
          </form>
          <VirtualList
            label={t("projects.section.search")}
            items={found}
            rowHeight={ROW_HEIGHT}
            keyOf={(each) => `${each.blockId}-${found.indexOf(each)}`}
            row={(each) => (
              <button
                type="button"
                onClick={() => go({ part: each.blockId, pane: "view" })}
                className="h-15 w-full rounded-lg px-3 text-left hover:bg-well"
              >
                <span className="block truncate text-xs text-soft">
                  {each.path} · {t("projects.search.line", { number: each.line })}
                </span>
                <span className="block truncate text-sm">{each.excerpt}</span>
              </button>
            )}
          />
        </>
      )}
    </div>
  );
}
