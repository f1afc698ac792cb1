import { Download } from "lucide-react";
import { Tabs } from "radix-ui";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Markdown } from "../talk/Markdown";
import { IconButton } from "../ui/Button";
import { Chart } from "../ui/Chart";
import { ScrollBox } from "../ui/ScrollBox";
import { StatusBadge } from "../ui/StatusBadge";
import { TAB } from "../ui/tabs";
import {
  type AppPage,
  type Cell,
  type LeftOut,
  type Slot,
  type Sorting,
  sortedRows,
  tableCsv,
  valueText,
} from "./page";

/** The page of a run: every number on it was computed. */
export function AppPageView({ page }: { page: AppPage }) {
  if (page.layout === "single_page" || page.tabs.length === 1) {
    return (
      <article lang={page.language} aria-label={page.title} className="printed space-y-6">
        <h3 className="font-serif text-xl">{page.title}</h3>
        {page.tabs.map((tab) => (
          <section key={tab.id} aria-label={tab.title}>
            {tab.title !== page.title && <p className="mb-3 text-soft">{tab.title}</p>}
            <Slots slots={tab.slots} language={page.language} />
          </section>
        ))}
      </article>
    );
  }
  return (
    <article lang={page.language} aria-label={page.title} className="printed space-y-4">
      <h3 className="font-serif text-xl">{page.title}</h3>
      <Tabs.Root defaultValue={page.tabs[0]?.id}>
        <Tabs.List aria-label={page.title} className="flex gap-5 overflow-x-auto border-b border-line">
          {page.tabs.map((tab) => (
            <Tabs.Trigger key={tab.id} value={tab.id} className={TAB}>
              {tab.title}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {page.tabs.map((tab) => (
          <Tabs.Content key={tab.id} value={tab.id} className="pt-4 outline-none">
            <Slots slots={tab.slots} language={page.language} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </article>
  );
}

function Slots({ slots, language }: { slots: readonly Slot[]; language: string }) {
  return (
    <div className="space-y-5">
      {slots.map((slot) => (
        <SlotView key={slot.id} slot={slot} language={language} />
      ))}
    </div>
  );
}

function SlotView({ slot, language }: { slot: Slot; language: string }) {
  switch (slot.type) {
    case "kpi_grid":
      return <Numbers slot={slot} />;
    case "chart": {
      const format = slot.series[0]?.format ?? "number";
      const numbers = (values: readonly Cell[]) => values.map((value) => (typeof value === "number" ? value : null));
      return (
        <Chart
          title={slot.title}
          variant={slot.variant === "distribution" ? "bar" : slot.variant}
          labels={slot.labels}
          series={slot.series.map((each) => ({ label: each.label, values: numbers(each.values) }))}
          top={format === "percent" ? 1 : undefined}
          format={(value) => valueText(value, format, language)}
        />
      );
    }
    case "table":
      return <Table slot={slot} language={language} />;
    case "markdown":
      return <Text slot={slot} />;
    case "suggestion_list":
      return <Suggestions slot={slot} />;
    case "question_set":
      return <Questions slot={slot} />;
  }
}

type SlotOf<T extends Slot["type"]> = Extract<Slot, { type: T }>;

function SlotTitle({ title }: { title: string }) {
  return title ? <h4 className="mb-2 text-sm font-medium">{title}</h4> : null;
}

function LeftOutNote({ leftOut }: { leftOut: LeftOut | null }) {
  return leftOut ? <p className="text-sm text-soft italic">{leftOut.message}</p> : null;
}

function Numbers({ slot }: { slot: SlotOf<"kpi_grid"> }) {
  return (
    <section>
      <SlotTitle title={slot.title} />
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
        {slot.items.map((each) => (
          <div key={each.label} className="rounded-2xl border border-line bg-sheet p-3">
            <dt className="text-xs text-soft">{each.label}</dt>
            <dd className="font-serif text-2xl tabular-nums">
              {each.text}
              {each.subtext && <span className="block font-sans text-xs text-soft">{each.subtext}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const ROW_LOOKS = { warning: "bg-well", danger: "bg-well text-warn", success: "text-good" };

function Table({ slot, language }: { slot: SlotOf<"table">; language: string }) {
  const { t } = useTranslation();
  const [sorting, setSorting] = useState<Sorting>();
  const rows = sortedRows(slot.rows, sorting);
  const sortBy = (column: number) =>
    setSorting((now) => ({ column, isDescending: now?.column === column && !now.isDescending }));
  const orderOf = (column: number) =>
    sorting?.column !== column ? undefined : sorting.isDescending ? "descending" : "ascending";
  const download = () => {
    const url = URL.createObjectURL(new Blob([tableCsv(slot.columns, rows)], { type: "text/csv" }));
    const link = Object.assign(document.createElement("a"), { href: url, download: `${slot.title || "table"}.csv` });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <section>
      <div className="flex items-center justify-between">
        <SlotTitle title={slot.title} />
        <IconButton label={t("apps.table.csv")} onClick={download}>
          <Download size={16} aria-hidden />
        </IconButton>
      </div>
      <ScrollBox label={slot.title || t("apps.table")} className="max-h-[32rem] rounded-xl border border-line">
        <table className="w-full border-collapse text-left text-sm">
          <caption className="sr-only">{slot.title}</caption>
          <thead className="sticky top-0 bg-sheet">
            <tr>
              {slot.columns.map((each, index) => (
                <th
                  key={each.key}
                  scope="col"
                  aria-sort={orderOf(index)}
                  className="border-b border-line p-0 font-medium"
                >
                  <button
                    type="button"
                    onClick={() => sortBy(index)}
                    className="w-full px-3 py-2 text-left hover:bg-well"
                  >
                    {each.label}
                    {orderOf(index) && <span aria-hidden>{sorting?.isDescending ? " ↓" : " ↑"}</span>}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index} className={row.style ? ROW_LOOKS[row.style] : ""}>
                {row.cells.map((value, column) => (
                  <td key={slot.columns[column]?.key} className="border-b border-line px-3 py-1.5 tabular-nums">
                    {valueText(value, slot.columns[column]?.format ?? "text", language)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {slot.total > slot.rows.length && (
        <p className="mt-1 text-xs text-soft">
          {t("apps.table.first", { shown: slot.rows.length, total: slot.total })}
        </p>
      )}
    </section>
  );
}

const TEXT_LOOKS = {
  default: "",
  insight: "rounded-2xl border-l-2 border-accent bg-tint p-4",
  warning: "rounded-2xl border-l-2 border-warn bg-well p-4",
  success: "rounded-2xl border-l-2 border-good bg-well p-4",
};

function Text({ slot }: { slot: SlotOf<"markdown"> }) {
  return (
    <section className={TEXT_LOOKS[slot.variant]}>
      <SlotTitle title={slot.title} />
      {slot.text && <Markdown text={slot.text} />}
      <LeftOutNote leftOut={slot.leftOut} />
    </section>
  );
}

function Suggestions({ slot }: { slot: SlotOf<"suggestion_list"> }) {
  const { t } = useTranslation();
  return (
    <section>
      <SlotTitle title={slot.title} />
      <ol className="space-y-2">
        {slot.items.map((each) => (
          <li key={each.title} className="flex items-start gap-3 rounded-xl border border-line bg-sheet px-4 py-2">
            <span className="mr-auto">
              <span className="block text-sm font-medium">{each.title}</span>
              <span className="block text-sm text-soft">{each.description}</span>
            </span>
            <StatusBadge tone={each.priority === "high" ? "warn" : "plain"}>
              {t(`apps.priority.${each.priority}`)}
            </StatusBadge>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Questions({ slot }: { slot: SlotOf<"question_set"> }) {
  const { t } = useTranslation();
  return (
    <section>
      <SlotTitle title={slot.title} />
      <ol className="list-decimal space-y-3 pl-6">
        {slot.questions.map((each, index) => (
          <li key={index}>
            <p>{String(each.question ?? "")}</p>
            {Array.isArray(each.options) && (
              <ol className="mt-1 list-[upper-alpha] pl-6 text-sm">
                {each.options.map((option, at) => (
                  <li key={at}>{String(option)}</li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
      {slot.missing > 0 && <p className="text-sm text-soft">{t("apps.questions.missing", { count: slot.missing })}</p>}
      <LeftOutNote leftOut={slot.leftOut} />
    </section>
  );
}
