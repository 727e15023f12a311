import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import * as provider from "#core/contract/provider";
import type { Change } from "#core/db/change";
import { sql } from "#core/db/drizzle";
import { Refusal } from "#core/refusal";
import { adapterIn, type Family } from "./adapter.ts";
import { lockedProvider } from "./configure.ts";

/** Hides the provider from choices. `removeOldProviderRows` removes its settings once its calls are settled. */
export const removeProvider =
  (families: readonly Family[]) =>
  async (change: Change, { code }: InputOf<typeof provider.remove>): Promise<Record<string, never>> => {
    if (!(await adapterIn(families, code))) throw new Refusal("provider.unknown");
    const before = await lockedProvider(change, code);
    if (!before || before.removed) throw new Refusal("provider.missing", { provider: code });
    await change.tx.execute(
      sql`update providers set removed_at = ${change.at.toISOString()}::timestamptz where code = ${code}`,
    );
    audit(change, provider.remove.name, code, { before: { mode: before.mode, settings: before.shown } }, "provider");
    return {};
  };
