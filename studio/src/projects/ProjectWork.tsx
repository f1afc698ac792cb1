import type { UseQueryResult } from "@tanstack/react-query";
import { ChevronLeft, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { go, usePlace } from "../app/place";
import { ActionMenu } from "../ui/ActionMenu";
import { IconButton } from "../ui/Button";
import { InlineField } from "../ui/InlineField";
import { Failed, Loading } from "../ui/States";
import { BlockTree } from "./BlockTree";
import { addBlock, type Tree, useProjectChange } from "./queries";
import { SECTIONS, sectionOf } from "./sections";

interface ProjectWorkProps {
  id: string;
  name: string;
  tree: UseQueryResult<Tree>;
}

/** The sections and the blocks of a project. */
export function ProjectWork({ id, name, tree }: ProjectWorkProps) {
  const { t } = useTranslation();
  const place = usePlace();
  const [adding, setAdding] = useState<"field" | "group">();
  const add = useProjectChange(id, (written: string) => addBlock(id, written, null, adding === "group"));
  const finish = (written: string) => {
    setAdding(undefined);
    if (written) add.mutate(written, { onSuccess: (made) => go({ part: made.id, file: undefined, pane: "view" }) });
  };
  return (
    <>
      <div className="flex items-center gap-1 px-2 pt-3 pb-1">
        <IconButton
          label={t("projects.all")}
          onClick={() => go({ item: undefined, part: undefined, conversation: undefined, file: undefined })}
        >
          <ChevronLeft size={18} aria-hidden />
        </IconButton>
        <h2 className="min-w-0 flex-1 truncate font-serif text-lg" title={name}>
          {name}
        </h2>
      </div>
      <ul className="px-2 pb-2">
        {SECTIONS.map((each) => (
          <li key={each.id}>
            <button
              type="button"
              aria-current={sectionOf(place.part) === each && !place.file ? "page" : undefined}
              onClick={() => go({ part: each.id, file: undefined, pane: "view" })}
              className="flex h-9 w-full items-center gap-2.5 rounded-lg px-2.5 text-left text-sm hover:bg-well aria-[current]:bg-tint aria-[current]:font-medium"
            >
              <each.icon size={16} strokeWidth={1.6} aria-hidden className="text-soft" />
              {t(each.title)}
            </button>
          </li>
        ))}
      </ul>
      <div className="flex items-center border-t border-line py-1 pr-2 pl-4">
        <h3 className="mr-auto text-sm font-medium">{t("projects.blocks.title")}</h3>
        <ActionMenu
          label={t("projects.block.add")}
          icon={<Plus size={17} aria-hidden />}
          actions={[
            { text: t("projects.block.add.field"), run: () => setAdding("field") },
            { text: t("projects.block.add.group"), run: () => setAdding("group") },
          ]}
        />
      </div>
      {adding && (
        <div className="px-3 pb-2">
          <InlineField
            label={t("projects.block.name")}
            placeholder={t("projects.block.name")}
            value=""
            maxLength={80}
            onDone={finish}
          />
        </div>
      )}
      {tree.isPending && <Loading />}
      {tree.isError && <Failed text={t("projects.tree.failed")} retry={() => void tree.refetch()} />}
      {tree.data && <BlockTree project={id} blocks={tree.data.blocks} />}
    </>
  );
}
