import type { TFunction } from "i18next";
import { en, type MessageKey } from "../i18n/en";

/** What a tool does, in words; its name if there are none, as for a tool of an extension. */
export function toolText(tool: string, t: TFunction): string {
  const key = `tool.${tool}`;
  return key in en ? t(key as MessageKey & `tool.${string}`) : tool;
}
