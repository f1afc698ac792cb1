import { addTexts } from "../i18n";
import { papers as en } from "../i18n/en/papers";
import { papers as zh } from "../i18n/zh/papers";

addTexts({ en, zh });
