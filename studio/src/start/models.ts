import type { Schemas } from "../api/client";

const EMBEDDED = "local";

/** The model that answers: the one that the service was started with, else the first one of the standard tier. */
export function modelInUse(settings: Pick<Schemas["ModelSettings"], "tiers" | "startedWith">) {
  const standard = settings.tiers.find((each) => each.tier === "standard");
  const name = settings.startedWith ?? standard?.models[0]?.name;
  return { name, isEmbedded: name === EMBEDDED };
}
