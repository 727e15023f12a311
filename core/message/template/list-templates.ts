import type { OutputOf } from "#core/contract/kit/operation";
import type * as template from "#core/contract/template";
import { db } from "#core/db/client";
import { currentTemplates } from "./current.ts";
import { summariesOf } from "./show-template.ts";

export const listTemplates = async (): Promise<OutputOf<typeof template.list>> => ({
  items: summariesOf(await currentTemplates(db())),
});
