import { GripVertical, IndentDecrease, IndentIncrease, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../ui/Button";
import { addRow, indentRow, LAYOUTS, moveRow, type OutlineLayout, type OutlineRow, stepRow } from "./outline";

interface OutlineRowsProps {
  rows: OutlineRow[];
  onChange: (rows: OutlineRow[]) => void;
}

const INDENTS = { title: "", section: "", slide: "pl-1", point: "pl-6", note: "pl-6" };
const LOOKS = { title: "font-serif text-base", section: "font-serif", slide: "font-medium", point: "", note: "italic" };

/** The lines of an outline: edit, drag, indent and remove them, and choose the layout of a slide. */
export function OutlineRows({ rows, onChange }: OutlineRowsProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [target, setTarget] = useState<number>();
  const focusRow = (id: number | undefined) =>
    window.setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus());

  const change = (index: number, changes: Partial<OutlineRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...changes } : row)));
  const remove = (index: number) => {
    onChange(rows.filter((_, at) => at !== index));
    focusRow((rows[index - 1] ?? rows[index + 1])?.id);
  };
  const onKeyDown = (event: KeyboardEvent, row: OutlineRow, index: number) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      const next = addRow(rows, index);
      onChange(next);
      focusRow(next[index + 1]?.id);
    } else if (event.key === "Backspace" && !row.text && row.kind !== "title") {
      event.preventDefault();
      remove(index);
    } else if (event.altKey && event.key.startsWith("Arrow")) {
      event.preventDefault();
      const isVertical = event.key === "ArrowUp" || event.key === "ArrowDown";
      onChange(
        isVertical
          ? stepRow(rows, index, event.key === "ArrowDown" ? 1 : -1)
          : indentRow(rows, index, event.key === "ArrowRight"),
      );
      focusRow(row.id);
    }
  };
  const drop = () => {
    if (dragged !== undefined && target !== undefined) onChange(moveRow(rows, dragged, target));
    setDragged(undefined);
    setTarget(undefined);
  };

  return (
    <>
      <ol ref={list} aria-label={t("ask.outline")} className="mt-3 max-h-[55vh] space-y-0.5 overflow-y-auto text-sm">
        {rows.map((row, index) => (
          <li
            key={row.id}
            onDragOver={(event) => {
              event.preventDefault();
              const { top, height } = event.currentTarget.getBoundingClientRect();
              setTarget(event.clientY < top + height / 2 ? index : index + 1);
            }}
            onDrop={(event) => {
              event.preventDefault();
              event.stopPropagation();
              drop();
            }}
            className={`flex items-start gap-1 border-t-2 ${INDENTS[row.kind]} ${target === index ? "border-accent" : "border-transparent"}`}
          >
            {row.kind !== "title" && (
              // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard moves lines with Alt and the arrow keys
              <span
                draggable
                title={t("ask.outline.drag")}
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = "move";
                  setDragged(index);
                }}
                onDragEnd={() => {
                  setDragged(undefined);
                  setTarget(undefined);
                }}
                className="cursor-grab pt-2 text-soft"
              >
                <GripVertical size={14} aria-hidden />
              </span>
            )}
            <div className="min-w-0 flex-1">
              <textarea
                data-row={row.id}
                rows={1}
                value={row.text}
                maxLength={2_000}
                aria-label={t(`ask.outline.${row.kind}`)}
                onChange={(event) => change(index, { text: event.target.value.replace(/\s*\n\s*/g, " ") })}
                onKeyDown={(event) => onKeyDown(event, row, index)}
                className={`field-sizing-content block w-full resize-none rounded-md border border-transparent bg-transparent px-1.5 py-1 hover:border-line -outline-offset-1 focus:border-accent focus:bg-sheet ${LOOKS[row.kind]}`}
              />
              {row.kind === "slide" && (
                <LayoutField value={row.layout} onChange={(layout) => change(index, { layout })} />
              )}
            </div>
            {(row.kind === "slide" || row.kind === "point") && (
              <IconButton
                label={t(row.kind === "slide" ? "ask.outline.in" : "ask.outline.out")}
                className="!size-7"
                onClick={() => {
                  onChange(indentRow(rows, index, row.kind === "slide"));
                  focusRow(row.id);
                }}
              >
                {row.kind === "slide" ? (
                  <IndentIncrease size={14} aria-hidden />
                ) : (
                  <IndentDecrease size={14} aria-hidden />
                )}
              </IconButton>
            )}
            {row.kind !== "title" && (
              <IconButton label={t("ask.outline.remove")} className="!size-7" onClick={() => remove(index)}>
                <X size={14} aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      <p className="mt-2 text-xs text-soft max-wide:hidden">{t("ask.outline.keys")}</p>
    </>
  );
}

interface LayoutFieldProps {
  value: OutlineLayout | undefined;
  onChange: (layout: OutlineLayout | undefined) => void;
}

/** The layout of a slide; without one the program chooses. */
function LayoutField({ value, onChange }: LayoutFieldProps) {
  const { t } = useTranslation();
  return (
    <label className="flex items-center gap-1 pl-1.5 text-xs text-soft">
      {t("ask.outline.layout")}
      <select
        value={value ?? ""}
        onChange={(event) => onChange((event.target.value || undefined) as OutlineLayout | undefined)}
        className="min-h-6 rounded-md bg-transparent pr-1 hover:bg-well"
      >
        <option value="">{t("ask.outline.layout.free")}</option>
        {LAYOUTS.map((layout) => (
          <option key={layout} value={layout}>
            {t(`layout.${layout}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
