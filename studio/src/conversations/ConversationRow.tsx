import { Ellipsis } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { go, usePlace } from "../app/place";
import { menuPlace } from "../ui/returnFocus";
import { toast } from "../ui/Toasts";
import { deletions } from "./deletions";
import { type ConversationItem, useRename } from "./queries";
import { RenameForm } from "./RenameForm";
import { focusRow, neighbourOf } from "./rowFocus";

const ITEM = "cursor-pointer rounded-md px-3 py-1.5 text-sm outline-none data-[highlighted]:bg-well";

export function ConversationRow({ item }: { item: ConversationItem }) {
  const { t } = useTranslation();
  const place = usePlace();
  const rename = useRename();
  const [isRenaming, setRenaming] = useState(false);
  const hasActed = useRef(false);
  const act = (action: () => void) => () => {
    hasActed.current = true;
    action();
  };
  const title = (rename.isPending && rename.variables.title) || item.title || t("conversations.untitled");
  const isOpen = place.conversation === item.id;

  const remove = () => {
    const next = neighbourOf(item.id);
    deletions.add(item.id, (problem) => toast(problem instanceof Error ? problem.message : String(problem)));
    if (isOpen) go({ conversation: undefined, file: undefined }, { replace: true });
    toast(t("conversations.deleted", { title }), () => {
      deletions.undo(item.id);
      focusRow(item.id);
    });
    focusRow(next);
  };

  if (isRenaming) {
    const save = (written: string) => {
      setRenaming(false);
      focusRow(item.id);
      if (written && written !== item.title) {
        rename.mutate({ id: item.id, title: written }, { onError: (problem) => toast(problem.message) });
      }
    };
    return <RenameForm title={item.title} onDone={save} />;
  }
  return (
    <div className="group relative flex h-10 items-center rounded-lg hover:bg-well has-[[aria-current]]:bg-tint">
      <button
        type="button"
        data-conversation={item.id}
        aria-current={isOpen || undefined}
        onClick={() => go({ conversation: item.id, pane: "talk", ...(isOpen ? {} : { file: undefined }) })}
        className="h-full min-w-0 flex-1 truncate px-2.5 text-left text-sm"
      >
        {title}
      </button>
      <DropdownMenu.Root
        modal={false}
        onOpenChange={(isOpening) => {
          if (isOpening) hasActed.current = false;
        }}
      >
        <DropdownMenu.Trigger
          aria-label={t("conversations.more", { title })}
          className="absolute right-1 flex size-8 items-center justify-center rounded-md bg-well text-soft opacity-0 group-hover:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100 max-wide:static max-wide:mr-1 max-wide:bg-transparent max-wide:opacity-100"
        >
          <Ellipsis size={16} aria-hidden />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal container={menuPlace()}>
          <DropdownMenu.Content
            align="end"
            sideOffset={4}
            // Each action moves the focus itself; only a menu that was left goes back to its button.
            onCloseAutoFocus={(event) => hasActed.current && event.preventDefault()}
            className="menu"
          >
            <DropdownMenu.Item className={ITEM} onSelect={act(() => setRenaming(true))}>
              {t("conversations.rename")}
            </DropdownMenu.Item>
            <DropdownMenu.Item className={ITEM} asChild>
              <a href={`/api/conversations/${item.id}/export?format=md`} download>
                {t("conversations.export")}
              </a>
            </DropdownMenu.Item>
            <DropdownMenu.Item className={`${ITEM} text-warn`} onSelect={act(remove)}>
              {t("conversations.delete")}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </div>
  );
}
