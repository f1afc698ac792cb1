import type { Schemas } from "../api/client";

export type ModelSettings = Schemas["ModelSettings"];

const EMBEDDED = "local";
const RULE = "rule";

/** The model that answers: the one that the service was started with, else the first one of the standard tier. */
export function modelInUse(settings: Pick<ModelSettings, "tiers" | "startedWith">) {
  const standard = settings.tiers.find((each) => each.tier === "standard");
  const name = settings.startedWith ?? standard?.models[0]?.name;
  return { name, isEmbedded: name === EMBEDDED, isRule: name === RULE };
}

export interface ModelChoice {
  name: string;
  title: string;
  isHosted: boolean;
  hasKey: boolean;
  host: string;
  models: string[];
}

/** Where models can come from: providers, servers on this machine, and what is installed on it. */
export function modelChoices(settings: ModelSettings): ModelChoice[] {
  const hosted = settings.providers.map((each) => ({
    name: each.name,
    title: each.title,
    isHosted: true,
    hasKey: Boolean(each.keySource),
    host: each.host,
    models: [...new Set([each.models.standard, ...Object.values(each.models)].filter((name) => name !== undefined))],
  }));
  const near = { isHosted: false, hasKey: true, host: "" };
  const servers = settings.servers.map((each) => ({ ...near, name: each.name, title: each.name, models: each.models }));
  const here = [...settings.installed, ...(settings.hasEmbedded ? ["local"] : [])];
  return [...hosted, ...servers, ...(here.length ? [{ ...near, name: "here", title: "", models: here }] : [])];
}
