import type { App } from "sst/constructs";
import { inOrder } from "./in-order.ts";
import { keepChoices } from "./keep-choices.ts";
import { keepSettings } from "./keep-settings.ts";

/**
 * Makes the stacks with the settings of this deploy and of earlier ones, and stores these settings afterwards: the
 * stacks refuse what they cannot be made with, which functions and later deploys must not be given.
 */
export async function madeAndKept(app: App, make: (app: App) => unknown = inOrder): Promise<void> {
  const keep = [await keepSettings(app), await keepChoices(app)];
  make(app);
  for (const store of keep) await store();
}
