import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FolderKanban, Play } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { go } from "../app/place";
import { Button } from "../ui/Button";
import { toast } from "../ui/Toasts";
import { keepFollowing } from "./following";

const FIRST = 4;

/** Examples to see at a click. Their replies are scripted, and the page says so. */
export function Examples() {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ["examples", i18n.language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => dataOf(api.GET("/api/examples")),
  });
  const start = useMutation({
    mutationFn: (name: string) => dataOf(api.POST("/api/examples/{name}", { params: { path: { name } } })),
    onSuccess: (started) => {
      keepFollowing(started.conversationId, started.following);
      void queries.invalidateQueries({ queryKey: ["conversations"] });
      const conversation = started.conversationId;
      if (started.projectId) go({ area: "projects", item: started.projectId, conversation, pane: "talk" });
      else go({ conversation, file: undefined, pane: "talk" });
    },
    onError: (problem) => toast(problem.message),
  });
  const [isAll, setAll] = useState(false);
  if (!query.data) return null;
  const shown = isAll ? query.data.items : query.data.items.slice(0, FIRST);
  return (
    <section aria-label={t("start.examples")} className="mt-8">
      <h3 className="text-sm">
        {t("start.examples")} <span className="text-soft">{t("start.examples.scripted")}</span>
      </h3>
      <ul className="mt-2 flex flex-wrap gap-2">
        {shown.map((example) => (
          <li key={example.name}>
            <button
              type="button"
              title={example.about}
              disabled={start.isPending}
              onClick={() => start.mutate(example.name)}
              className="flex min-h-9 items-center gap-2 rounded-full border border-line bg-sheet px-3.5 text-sm transition-colors hover:border-accent hover:bg-tint"
            >
              <ExampleIcon kind={example.kind} />
              {example.title}
            </button>
          </li>
        ))}
        {shown.length < query.data.items.length && (
          <li>
            <Button look="quiet" onClick={() => setAll(true)}>
              {t("start.examples.more")}
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}

function ExampleIcon({ kind }: { kind: "conversation" | "project" }) {
  const Icon = kind === "project" ? FolderKanban : Play;
  return <Icon size={kind === "project" ? 15 : 13} strokeWidth={1.8} aria-hidden className="shrink-0 text-accent" />;
}
