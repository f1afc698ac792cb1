import { Check, Languages } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useTranslation } from "react-i18next";
import { LANGUAGES, type Language } from "../i18n";
import { menuPlace } from "../ui/returnFocus";
import { switchTo } from "./preferences";

/** The language of the page: each is named in itself, so that it is found by those who read no other. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={t("app.language")}
        title={t("app.language")}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft transition-colors hover:bg-well hover:text-ink data-[state=open]:bg-well"
      >
        <Languages size={18} strokeWidth={1.6} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={menuPlace()}>
        <DropdownMenu.Content align="end" sideOffset={4} className="menu">
          <DropdownMenu.RadioGroup
            value={i18n.language}
            onValueChange={(language) => void switchTo(language as Language)}
          >
            {Object.entries(LANGUAGES).map(([language, name]) => (
              <DropdownMenu.RadioItem
                key={language}
                value={language}
                lang={language}
                className="flex min-h-9 cursor-pointer items-center justify-between gap-6 rounded-md px-3 text-sm outline-none data-[highlighted]:bg-well data-[state=checked]:font-medium data-[state=checked]:text-accent"
              >
                {name}
                <DropdownMenu.ItemIndicator>
                  <Check size={15} strokeWidth={2} aria-hidden />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
