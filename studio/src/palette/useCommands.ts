import { useTranslation } from "react-i18next";
import { AREAS } from "../app/areas";
import { enter, go } from "../app/place";
import { switchTo, useTheme } from "../app/preferences";
import { useHidden } from "../conversations/deletions";
import { useConversations } from "../conversations/queries";
import { newestOfEach } from "../files/format";
import { useFiles } from "../files/queries";
import { LANGUAGES, type Language } from "../i18n";
import { askForModelForm } from "../start/modelRequest";
import { useProvidedCommands } from "./areaCommands";
import type { Command } from "./commands";

/** Everything that the palette can do: actions and areas, those of the area that is open, then the latest conversations and files. */
export function useCommands(onNew: () => void): Command[] {
  const { t, i18n } = useTranslation();
  const [theme, switchTheme] = useTheme();
  const hidden = useHidden();
  const listed = useConversations().data?.pages.flatMap((page) => page.items) ?? [];
  const conversations = listed.filter((each) => !hidden.has(each.id));
  const files = newestOfEach(useFiles().data?.pages.flatMap((page) => page.items) ?? []);
  const action = (id: string, title: string, run: () => void): Command => ({
    id,
    title,
    hint: t("palette.action"),
    run,
  });
  return [
    action("new", t("conversations.new"), onNew),
    action("model", t("model.title"), askForModelForm),
    ...AREAS.slice(1).map((each) => ({
      id: `area.${each.id}`,
      title: t(each.title),
      hint: t("palette.area"),
      run: () => enter(each.id),
    })),
    action("write", t("talk.write"), () => {
      if (!document.querySelector("#message")) go({ area: undefined, pane: "talk" });
      else go({ pane: "talk" });
      window.setTimeout(() => document.querySelector<HTMLElement>("#message")?.focus());
    }),
    ...useProvidedCommands(),
    ...(Object.keys(LANGUAGES) as Language[])
      .filter((each) => each !== i18n.language)
      .map((each) => action(`language.${each}`, LANGUAGES[each], () => void switchTo(each))),
    action("theme", t(theme === "dark" ? "app.theme.light" : "app.theme.dark"), switchTheme),
    ...conversations.map((each) => ({
      id: each.id,
      title: each.title || t("conversations.untitled"),
      hint: t("palette.conversation"),
      run: () => go({ area: undefined, conversation: each.id, file: undefined, pane: "talk" }),
    })),
    ...files.map((each) => ({
      id: each.id,
      title: each.title || each.name,
      hint: t("palette.file"),
      run: () => go({ area: undefined, conversation: undefined, file: each.id, pane: "view" }),
    })),
  ];
}
