import { useQueryClient } from "@tanstack/react-query";
import { FolderKanban, FolderPlus } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { go } from "../app/place";
import { useAreaCommands } from "../palette/areaCommands";
import { Button } from "../ui/Button";
import { DropArea } from "../ui/DropArea";
import { Panes } from "../ui/Panes";
import { SearchField } from "../ui/SearchField";
import { Empty, Failed, Loading } from "../ui/States";
import { VirtualList } from "../ui/VirtualList";
import { NewProject } from "./NewProject";
import { ProjectRow } from "./ProjectRow";
import { importProject, useProjects } from "./queries";

const ROW_HEIGHT = 68;

/** All projects: find, create and import them. */
export function ProjectsHome() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const query = useProjects();
  const [written, setWritten] = useState("");
  const words = useDeferredValue(written.trim().toLocaleLowerCase());
  const [isCreating, setCreating] = useState(false);
  const all = query.data?.pages.flatMap((page) => page.items) ?? [];
  const items = all.filter((each) => each.name.toLocaleLowerCase().includes(words));
  const more = query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined;
  const commands = useMemo(
    () => [
      { id: "project.new", title: t("projects.new"), hint: t("palette.action"), run: () => setCreating(true) },
      ...all.map((each) => ({
        id: each.id,
        title: each.name,
        hint: t("projects.one"),
        run: () => go({ area: "projects", item: each.id }),
      })),
    ],
    [all, t],
  );
  useAreaCommands(commands);

  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    const made = await importProject(file, "");
    void queries.invalidateQueries({ queryKey: ["projects"] });
    go({ item: made.id, part: undefined });
  };
  const create = (
    <Button look="solid" onClick={() => setCreating(true)}>
      <FolderPlus size={17} strokeWidth={1.6} aria-hidden />
      {t("projects.new")}
    </Button>
  );
  const drop = <DropArea text={t("projects.import")} about={t("projects.import.about")} accept=".zip" onFiles={take} />;
  return (
    <>
      <Panes
        view={
          <div className="mx-auto flex h-full max-w-3xl flex-col px-6 pt-8 max-wide:px-4">
            {query.isPending && <Loading />}
            {query.isError && <Failed text={t("projects.failed")} retry={() => void query.refetch()} />}
            {query.isSuccess && !all.length && (
              <Empty icon={FolderKanban} title={t("projects.empty")} about={t("projects.empty.about")}>
                {create}
                <div className="mt-2 w-full text-left">{drop}</div>
              </Empty>
            )}
            {all.length > 0 && (
              <>
                <div className="flex flex-wrap items-center gap-3 pb-4">
                  <h2 className="mr-auto font-serif text-3xl tracking-tight">{t("area.projects")}</h2>
                  {create}
                </div>
                <SearchField label={t("projects.search")} value={written} onChange={setWritten} className="mb-3" />
                {!items.length && <p className="py-6 text-sm text-soft">{t("ui.none.found", { words: written })}</p>}
                <VirtualList
                  label={t("area.projects")}
                  items={items}
                  rowHeight={ROW_HEIGHT}
                  keyOf={(each) => each.id}
                  row={(each) => <ProjectRow item={each} />}
                  onEnd={more}
                  className="-mx-2 px-2 pb-4"
                />
                <div className="shrink-0 py-4">{drop}</div>
              </>
            )}
          </div>
        }
      />
      {isCreating && <NewProject onClose={() => setCreating(false)} />}
    </>
  );
}
