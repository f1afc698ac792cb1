import { addTexts } from "../i18n";
import { research as en } from "../i18n/en/research";
import { research as zh } from "../i18n/zh/research";

addTexts({ en, zh });
