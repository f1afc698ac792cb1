import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf, type Schemas } from "../api/client";
import { dayText } from "../files/format";
import { Button, IconButton } from "../ui/Button";
import { TextField } from "../ui/Fields";
import { Failed, Loading } from "../ui/States";
import { toast } from "../ui/Toasts";

type Fact = Schemas["FactItem"];

/** What is remembered about the person in all projects: every fact is seen, and can be deleted. */
export function MemorySection() {
  const { t, i18n } = useTranslation();
  const query = useQuery({ queryKey: ["memory"], queryFn: () => dataOf(api.GET("/api/memory")) });
  const { add, remove } = useFacts();
  const [written, setWritten] = useState("");
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("projects.memory.failed")} retry={() => void query.refetch()} />;
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-3xl px-6 py-6 max-wide:px-4">
        <h2 className="font-serif text-2xl">{t("projects.section.memory")}</h2>
        <p className="text-sm text-soft">{t("projects.memory.about")}</p>
        <form
          className="mt-4 flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (written.trim()) add.mutate(written.trim(), { onSuccess: () => setWritten("") });
          }}
        >
          <div className="flex-1">
            <TextField
              label={t("projects.memory.fact")}
              value={written}
              maxLength={300}
              onChange={(event) => setWritten(event.target.value)}
            />
          </div>
          <Button type="submit" className="!min-h-10" disabled={!written.trim() || add.isPending}>
            {t("projects.memory.add")}
          </Button>
        </form>
        {query.data.items.length > 0 && (
          <ul
            aria-label={t("projects.section.memory")}
            className="mt-4 divide-y divide-line rounded-xl border border-line bg-sheet"
          >
            {query.data.items.toReversed().map((each) => (
              <li key={each.id} className="flex items-center gap-2 py-2 pr-2 pl-4">
                <span className="min-w-0 flex-1">
                  <span className="block text-sm">{each.text}</span>
                  <span className="block truncate text-xs text-soft">
                    {[
                      each.said && t("projects.memory.said", { words: each.said }),
                      dayText(each.createdAt, i18n.language),
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </span>
                <IconButton
                  label={t("projects.memory.forget", { fact: each.text })}
                  onClick={() => remove.mutate(each)}
                >
                  <X size={16} aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function useFacts() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const options = {
    onError: (problem: Error) => toast(problem.message),
    onSettled: () => queries.invalidateQueries({ queryKey: ["memory"] }),
  };
  const add = useMutation({
    mutationFn: (text: string) => dataOf(api.POST("/api/memory", { body: { text } })),
    ...options,
  });
  const remove = useMutation({
    mutationFn: (fact: Fact) => api.DELETE("/api/memory/{fact_id}", { params: { path: { fact_id: fact.id } } }),
    ...options,
    onSuccess: (_, fact) => toast(t("projects.memory.forgotten"), () => add.mutate(fact.text)),
  });
  return { add, remove };
}
