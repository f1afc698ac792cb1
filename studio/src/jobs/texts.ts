import { addTexts } from "../i18n";
import { jobs as en } from "../i18n/en/jobs";
import { jobs as zh } from "../i18n/zh/jobs";

/** Papers and research are jobs: whatever shows one imports this. */
addTexts({ en, zh });
