import { usePlace } from "../app/place";
import { addTexts } from "../i18n";
import { projects as en } from "../i18n/en/projects";
import { projects as zh } from "../i18n/zh/projects";
import { ProjectScreen } from "./ProjectScreen";
import { ProjectsHome } from "./ProjectsHome";

addTexts({ en, zh });

/** Projects: all of them, or the one that is open. */
export default function ProjectsArea() {
  const { item } = usePlace();
  return item ? <ProjectScreen key={item} id={item} /> : <ProjectsHome />;
}
