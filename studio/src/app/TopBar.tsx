import { Command as CommandIcon, Languages, Moon, SquarePen, Sun } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../ui/Button";
import { switchLanguage, useTheme } from "./preferences";

export function TopBar({ onNew, onSearch }: { onNew: () => void; onSearch: () => void }) {
  const { t } = useTranslation();
  const [theme, switchTheme] = useTheme();
  return (
    <header className="flex h-13 shrink-0 items-center gap-1 border-b border-line px-4">
      <h1 className="mr-auto font-serif text-lg font-semibold tracking-tight">Inkwright</h1>
      <IconButton label={t("palette.open")} onClick={onSearch}>
        <CommandIcon size={18} strokeWidth={1.6} aria-hidden />
      </IconButton>
      <IconButton label={t("conversations.new")} onClick={onNew}>
        <SquarePen size={18} strokeWidth={1.6} aria-hidden />
      </IconButton>
      <IconButton label={t("app.language")} onClick={switchLanguage}>
        <Languages size={18} strokeWidth={1.6} aria-hidden />
      </IconButton>
      <IconButton label={t(theme === "dark" ? "app.theme.light" : "app.theme.dark")} onClick={switchTheme}>
        {theme === "dark" ? (
          <Sun size={18} strokeWidth={1.6} aria-hidden />
        ) : (
          <Moon size={18} strokeWidth={1.6} aria-hidden />
        )}
      </IconButton>
    </header>
  );
}
