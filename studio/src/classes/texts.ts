import { addTexts } from "../i18n";
import { classes as en } from "../i18n/en/classes";
import { classes as zh } from "../i18n/zh/classes";

addTexts({ en, zh });
