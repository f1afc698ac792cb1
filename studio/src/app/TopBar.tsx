import { Moon, Search, SquarePen, Sun } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../ui/Button";
import { AreaMenu, AreaNav } from "./AreaNav";
import type { Area } from "./areas";
import { LanguageMenu } from "./LanguageMenu";
import { useTheme } from "./preferences";

interface TopBarProps {
  area: Area;
  onNew: () => void;
  onSearch: () => void;
}

export function TopBar({ area, onNew, onSearch }: TopBarProps) {
  const { t } = useTranslation();
  const [theme, switchTheme] = useTheme();
  return (
    <header className="flex h-13 shrink-0 items-center gap-1 border-b border-line px-4">
      <h1 className="mr-3 font-serif text-lg font-semibold tracking-tight max-[480px]:sr-only">Inkwright</h1>
      <AreaNav area={area} />
      <AreaMenu area={area} />
      <span className="mr-auto" />
      <IconButton label={t("palette.open")} onClick={onSearch}>
        <Search size={18} strokeWidth={1.6} aria-hidden />
      </IconButton>
      <IconButton label={t("conversations.new")} onClick={onNew}>
        <SquarePen size={18} strokeWidth={1.6} aria-hidden />
      </IconButton>
      <LanguageMenu />
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
