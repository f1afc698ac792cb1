import { addTexts } from "../i18n";
import { library as en } from "../i18n/en/library";
import { library as zh } from "../i18n/zh/library";

addTexts({ en, zh });
