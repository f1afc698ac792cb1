import { useTranslation } from "react-i18next";
import { go } from "../app/place";
import { switchLanguage, useTheme } from "../app/preferences";
import { useConversations } from "../conversations/queries";
import { useFiles } from "../files/queries";
import type { Command } from "./commands";

/** Everything that the palette can do: actions, then the latest conversations and files. */
export function useCommands(onNew: () => void): Command[] {
  const { t } = useTranslation();
  const [theme, switchTheme] = useTheme();
  const conversations = useConversations().data?.pages.flatMap((page) => page.items) ?? [];
  const files = useFiles().data?.pages.flatMap((page) => page.items) ?? [];
  const action = (id: string, title: string, run: () => void): Command => ({
    id,
    title,
    hint: t("palette.action"),
    run,
  });
  return [
    action("new", t("conversations.new"), onNew),
    action("start", t("palette.start"), () => go({ file: undefined, pane: "view" })),
    action("write", t("talk.write"), () => {
      go({ pane: "talk" });
      window.setTimeout(() => document.querySelector<HTMLElement>("#message")?.focus());
    }),
    action("language", t("app.language"), switchLanguage),
    action("theme", t(theme === "dark" ? "app.theme.light" : "app.theme.dark"), switchTheme),
    ...conversations.map((each) => ({
      id: each.id,
      title: each.title || t("conversations.untitled"),
      hint: t("palette.conversation"),
      run: () => go({ conversation: each.id, file: undefined, pane: "talk" }),
    })),
    ...files.map((each) => ({
      id: each.id,
      title: each.title || each.name,
      hint: t("palette.file"),
      run: () => go({ file: each.id, pane: "view" }),
    })),
  ];
}
