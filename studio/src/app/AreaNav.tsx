import { ChevronDown } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { menuPlace } from "../ui/returnFocus";
import { AREAS, type Area } from "./areas";
import { enter, placeIn, writePlace } from "./place";

/** The areas as links in the top bar. */
export function AreaNav({ area }: { area: Area }) {
  const { t } = useTranslation();
  if (AREAS.length < 2) return null;
  return (
    <nav aria-label={t("app.areas")} className="flex min-w-0 gap-0.5 overflow-x-auto max-wide:hidden">
      {AREAS.map((each) => (
        <a
          key={each.title}
          href={writePlace(placeIn(each.id))}
          aria-current={each === area ? "page" : undefined}
          onClick={(event) => follow(event, each)}
          className="flex h-9 shrink-0 items-center gap-1.5 rounded-lg px-2.5 text-sm text-soft hover:bg-well hover:text-ink aria-[current]:bg-tint aria-[current]:font-medium aria-[current]:text-accent"
        >
          <each.icon size={16} strokeWidth={1.6} aria-hidden className="max-[1250px]:hidden" />
          {t(each.title)}
        </a>
      ))}
    </nav>
  );
}

/** The areas as a menu, where there is no room for links. */
export function AreaMenu({ area }: { area: Area }) {
  const { t } = useTranslation();
  if (AREAS.length < 2) return null;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={`${t("app.areas")}: ${t(area.title)}`}
        className="flex h-9 min-w-0 items-center gap-1.5 rounded-lg px-2.5 text-sm font-medium text-accent hover:bg-well max-[480px]:-ml-2 wide:hidden"
      >
        <area.icon size={16} strokeWidth={1.6} aria-hidden className="shrink-0" />
        <span className="truncate">{t(area.title)}</span>
        <ChevronDown size={15} aria-hidden className="shrink-0" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={menuPlace()}>
        <DropdownMenu.Content align="start" sideOffset={4} className="menu">
          {AREAS.map((each) => (
            <DropdownMenu.Item
              key={each.title}
              aria-current={each === area ? "page" : undefined}
              onSelect={() => enter(each.id)}
              className="flex cursor-pointer items-center gap-2.5 rounded-md px-3 py-2 text-sm outline-none aria-[current]:text-accent data-[highlighted]:bg-well"
            >
              <each.icon size={17} strokeWidth={1.6} aria-hidden />
              {t(each.title)}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** A plain click stays in the page; one for another tab or window is the browser's. */
function follow(event: MouseEvent, area: Area): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  enter(area.id);
}
