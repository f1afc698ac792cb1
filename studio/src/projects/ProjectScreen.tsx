import { FolderX } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { go, usePlace } from "../app/place";
import { useTitle } from "../app/title";
import { useAreaCommands } from "../palette/areaCommands";
import { Button } from "../ui/Button";
import { Panes } from "../ui/Panes";
import { Empty, Failed, Loading } from "../ui/States";
import { Viewer } from "../viewer/Viewer";
import { BlockView } from "./BlockView";
import { ProjectTalk } from "./ProjectTalk";
import { ProjectWork } from "./ProjectWork";
import { useProject, useTree } from "./queries";
import { SECTIONS, sectionOf } from "./sections";
import { mentionNames } from "./tree";
import { type Feed, useFeed } from "./useFeed";

/** One project: left its sections and blocks, in the middle what is open, right the talk with its agent. */
export function ProjectScreen({ id }: { id: string }) {
  const { t } = useTranslation();
  const feed = useFeed(id);
  const project = useProject(id);
  useTitle("item", project.data?.name);
  const tree = useTree(id);
  const blocks = tree.data?.blocks;
  const names = useMemo(() => mentionNames(blocks ?? []), [blocks]);
  const [suggestion, setSuggestion] = useState({ words: "", times: 0 });
  const commands = useMemo(
    () => [
      ...SECTIONS.map((each) => ({
        id: `section.${each.id}`,
        title: t(each.title),
        hint: t("projects.one"),
        run: () => go({ part: each.id, file: undefined, pane: "view" }),
      })),
      ...(blocks ?? []).map((each) => ({
        id: each.id,
        title: each.name,
        hint: t("projects.block"),
        run: () => go({ part: each.id, file: undefined, pane: "view" }),
      })),
    ],
    [blocks, t],
  );
  useAreaCommands(commands);

  if (feed.isRemoved || project.isError) {
    return (
      <Panes
        view={
          <Empty icon={FolderX} title={feed.isRemoved ? t("projects.removed") : t("projects.open.failed")}>
            <Button onClick={() => go({ item: undefined, part: undefined })}>{t("projects.all")}</Button>
            {!feed.isRemoved && <Button onClick={() => void project.refetch()}>{t("app.retry")}</Button>}
          </Empty>
        }
      />
    );
  }
  const suggest = (words: string) => {
    setSuggestion(({ times }) => ({ words, times: times + 1 }));
    go({ pane: "talk" });
  };
  return (
    <Panes
      work={<ProjectWork id={id} name={project.data?.name ?? ""} tree={tree} />}
      view={<Opened id={id} feed={feed} onSuggest={suggest} />}
      talk={<ProjectTalk project={id} names={names} suggestion={suggestion.words} changes={feed.items[0]?.number} />}
    />
  );
}

interface OpenedProps {
  id: string;
  feed: Feed;
  onSuggest: (words: string) => void;
}

/** What is open in the middle: a file that the talk made, a block, or a section. */
function Opened({ id, feed, onSuggest }: OpenedProps) {
  const { t } = useTranslation();
  const place = usePlace();
  const tree = useTree(id);
  if (place.file) return <Viewer key={place.file} id={place.file} onSuggest={onSuggest} />;
  const section = sectionOf(place.part);
  if (section) return <section.Component project={id} feed={feed} onSuggest={onSuggest} />;
  if (tree.isPending) return <Loading />;
  if (tree.isError) return <Failed text={t("projects.tree.failed")} retry={() => void tree.refetch()} />;
  const block = tree.data.blocks.find((each) => each.id === place.part);
  if (!block) {
    return (
      <Empty icon={FolderX} title={t("projects.block.gone")}>
        <Button onClick={() => go({ part: undefined })}>{t("projects.section.overview")}</Button>
      </Empty>
    );
  }
  return <BlockView key={block.id} project={id} block={block} blocks={tree.data.blocks} onSuggest={onSuggest} />;
}
