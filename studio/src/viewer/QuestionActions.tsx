import { Ellipsis, PencilLine } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useTranslation } from "react-i18next";
import { IconButton } from "../ui/Button";
import { menuPlace } from "../ui/returnFocus";

const ITEM =
  "block cursor-pointer rounded-md px-3 py-1.5 text-sm outline-none data-[highlighted]:bg-well data-[disabled]:opacity-40";

interface QuestionActionsProps {
  number: number;
  count: number;
  isBusy: boolean;
  onEdit: () => void;
  onMove: (step: number) => void;
  onDelete: () => void;
  onReplace: () => void;
}

/** What can be done with one question: edit it in place, move it, delete it, or ask for another one. */
export function QuestionActions({ number, count, isBusy, onEdit, onMove, onDelete, onReplace }: QuestionActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="flex print:hidden">
      <IconButton
        data-edit={number}
        label={t("quiz.edit", { number })}
        className="!size-8"
        disabled={isBusy}
        onClick={onEdit}
      >
        <PencilLine size={15} strokeWidth={1.6} aria-hidden />
      </IconButton>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton label={t("quiz.more", { number })} className="!size-8" disabled={isBusy}>
            <Ellipsis size={15} strokeWidth={1.6} aria-hidden />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal container={menuPlace()}>
          <DropdownMenu.Content align="end" sideOffset={4} collisionPadding={12} className="menu">
            <DropdownMenu.Item className={ITEM} disabled={number === 1} onSelect={() => onMove(-1)}>
              {t("quiz.up")}
            </DropdownMenu.Item>
            <DropdownMenu.Item className={ITEM} disabled={number === count} onSelect={() => onMove(1)}>
              {t("quiz.down")}
            </DropdownMenu.Item>
            <DropdownMenu.Item className={ITEM} onSelect={onReplace}>
              {t("quiz.replace")}
            </DropdownMenu.Item>
            <DropdownMenu.Item className={ITEM} disabled={count === 1} onSelect={onDelete}>
              {t("quiz.delete")}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </div>
  );
}
