import "./texts";
import { BarChart3, FileUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { go, usePlace } from "../app/place";
import { Panes } from "../ui/Panes";
import { Failed, Loading } from "../ui/States";
import { ClassComparison } from "./ClassComparison";
import { ClassView } from "./ClassView";
import { ImportView } from "./ImportView";
import { PupilView } from "./PupilView";
import { useSchool } from "./queries";

const COMPARISON = "*";

/** Classes: left the classes, in the middle one of them, a pupil, a comparison, or the import of a file. */
export default function ClassesArea() {
  const { item, part } = usePlace();
  const view = !item ? (
    <ImportView />
  ) : item === COMPARISON ? (
    <ClassComparison />
  ) : part ? (
    <PupilView key={part} number={part} classId={item} />
  ) : (
    <ClassView key={item} id={item} />
  );
  return <Panes work={<ClassList />} view={<div className="h-full overflow-y-auto p-5">{view}</div>} />;
}

const ROW =
  "flex w-full items-center gap-2 rounded-lg px-2.5 py-2 text-left text-sm hover:bg-well aria-[current]:bg-tint aria-[current]:text-accent";

function ClassList() {
  const { t } = useTranslation();
  const { item } = usePlace();
  const school = useSchool();
  if (school.isPending) return <Loading />;
  if (school.isError) return <Failed text={school.error.message} retry={() => void school.refetch()} />;
  const show = (id: string | undefined) => go({ item: id, part: undefined, pane: "view" });
  const current = (id: string | undefined) => (item === id ? "page" : undefined);
  const classes = school.data.classes;
  return (
    <ul className="min-h-0 flex-1 space-y-0.5 overflow-y-auto p-3">
      <li>
        <button type="button" className={ROW} aria-current={current(undefined)} onClick={() => show(undefined)}>
          <FileUp size={16} aria-hidden /> {t("classes.import")}
        </button>
      </li>
      {classes.length > 1 && (
        <li>
          <button type="button" className={ROW} aria-current={current(COMPARISON)} onClick={() => show(COMPARISON)}>
            <BarChart3 size={16} aria-hidden /> {t("classes.compare")}
          </button>
        </li>
      )}
      {classes.map((each) => (
        <li key={each.id}>
          <button type="button" className={ROW} aria-current={current(each.id)} onClick={() => show(each.id)}>
            <span className="min-w-0 flex-1 truncate">{each.name}</span>
            <span className="text-xs text-soft">{t("classes.pupils", { count: each.pupils })}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
