import { AppWindow, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { go, usePlace } from "../app/place";
import { addTexts } from "../i18n";
import { apps as en } from "../i18n/en/apps";
import { apps as zh } from "../i18n/zh/apps";
import { useAreaCommands } from "../palette/areaCommands";
import { Button, IconButton } from "../ui/Button";
import { Panes } from "../ui/Panes";
import { Empty, Failed, Loading } from "../ui/States";
import { StatusBadge, type Tone } from "../ui/StatusBadge";
import { VirtualList } from "../ui/VirtualList";
import { AppView } from "./AppView";
import { type AppItem, useApps } from "./queries";
import { SaveWizard } from "./SaveWizard";

addTexts({ en, zh });

const ROW_HEIGHT = 60;
const TONES: Record<AppItem["status"], Tone> = { draft: "warn", compiling: "busy", ready: "plain", published: "good" };

/** Apps: conversations that run again with other inputs. */
export default function AppsArea() {
  const { t } = useTranslation();
  const { item } = usePlace();
  const query = useApps();
  const [isSaving, setSaving] = useState(false);
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const more = query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined;
  const commands = useMemo(
    () => [
      { id: "app.new", title: t("apps.new"), hint: t("palette.action"), run: () => setSaving(true) },
      ...items.map((each) => ({
        id: each.id,
        title: each.title,
        hint: t("apps.one"),
        run: () => go({ item: each.id, part: undefined, pane: "view" }),
      })),
    ],
    [items, t],
  );
  useAreaCommands(commands);
  const create = (
    <Button look="solid" onClick={() => setSaving(true)}>
      {t("apps.new")}
    </Button>
  );
  return (
    <>
      <Panes
        work={
          <>
            <div className="flex items-center py-2 pr-2 pl-4">
              <h2 className="mr-auto text-sm font-medium">{t("area.apps")}</h2>
              <IconButton label={t("apps.new")} onClick={() => setSaving(true)}>
                <Plus size={17} aria-hidden />
              </IconButton>
            </div>
            {query.isPending && <Loading />}
            {query.isError && <Failed text={t("apps.failed")} retry={() => void query.refetch()} />}
            {query.isSuccess && !items.length && <p className="px-4 text-sm text-soft">{t("apps.none")}</p>}
            {items.length > 0 && (
              <VirtualList
                label={t("area.apps")}
                items={items}
                rowHeight={ROW_HEIGHT}
                keyOf={(each) => each.id}
                row={(each) => <AppRow item={each} isOpen={each.id === item} />}
                onEnd={more}
              />
            )}
          </>
        }
        view={
          item ? (
            <AppView key={item} id={item} />
          ) : (
            <Empty icon={AppWindow} title={t("apps.start")} about={t("apps.start.about")}>
              {create}
            </Empty>
          )
        }
      />
      {isSaving && <SaveWizard onClose={() => setSaving(false)} />}
    </>
  );
}

function AppRow({ item, isOpen }: { item: AppItem; isOpen: boolean }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      onClick={() => go({ item: item.id, part: undefined, pane: "view" })}
      className="flex h-14 w-full items-center gap-3 rounded-lg px-2.5 text-left hover:bg-well aria-[current]:bg-tint"
    >
      <AppWindow size={18} strokeWidth={1.6} aria-hidden className="shrink-0 text-accent" />
      <span className="min-w-0 flex-1 truncate text-sm">{item.title || t("apps.untitled")}</span>
      <StatusBadge tone={TONES[item.status]}>{t(`apps.status.${item.status}`)}</StatusBadge>
    </button>
  );
}
