import type { Actor } from "#core/actor";
import type { InputOf, OutputOf } from "#core/contract/kit/operation";
import type * as provider from "#core/contract/provider";
import { type Db, db } from "#core/db/client";
import { type SQL, sql } from "#core/db/drizzle";
import { optional } from "#core/environment";
import type { Adapter, Family } from "./adapter.ts";
import { formOf } from "./settings.ts";

/** All providers, set up or not. */
export const listProviders =
  (families: readonly Family[]) =>
  async (_by: Actor, { kind }: InputOf<typeof provider.list>): Promise<OutputOf<typeof provider.list>> => {
    const rows = await stateOf(db(), sql`true`);
    const items = [];
    for (const family of families.filter((one) => kind === undefined || one.kind === kind)) {
      for (const code of family.codes) {
        const adapter = await family.load(code);
        if (adapter) items.push(shownProvider(family.kind, adapter, rows.get(code)));
      }
    }
    return { items };
  };

/** A provider's settings and health. */
interface State {
  readonly mode: "live" | "test";
  readonly shown: Record<string, string>;
  readonly configuredAt: Date;
  readonly removed: boolean;
  readonly pausedUntil: Date | null;
  readonly failedAt: Date | null;
  readonly failure: string | null;
  readonly refusedAt: Date | null;
  readonly open: number;
}

/** The state of providers that are or were set up, by code. */
export async function stateOf(tx: Db, which: SQL): Promise<ReadonlyMap<string, State>> {
  const rows = await tx.execute<{
    code: string;
    wire: Omit<State, keyof Times> & Times;
  }>(sql`
    select code, json_build_object('mode', mode, 'shown', shown, 'configuredAt', configured_at, 'removed', removed_at is not null,
      'pausedUntil', case when paused_until > clock_timestamp() then paused_until end, 'failedAt', failed_at,
      'failure', failure, 'refusedAt', webhook_refused_at,
      'open', (select count(*) from calls where provider = code and status in ('asked', 'unknown'))) as wire
    from providers where ${which}`);
  const time = (text: string | null) => (text === null ? null : new Date(text));
  return new Map(
    rows.map(({ code, wire: { configuredAt, pausedUntil, failedAt, refusedAt, ...rest } }) => [
      code,
      {
        ...{ ...rest, configuredAt: new Date(configuredAt), pausedUntil: time(pausedUntil) },
        ...{ failedAt: time(failedAt), refusedAt: time(refusedAt) },
      },
    ]),
  );
}

interface Times {
  readonly configuredAt: string;
  readonly pausedUntil: string | null;
  readonly failedAt: string | null;
  readonly refusedAt: string | null;
}

export function shownProvider(kind: provider.ProviderKind, adapter: Adapter, state?: State): provider.Provider {
  const { code, label, settings, receives, cannotRefund, webhookAlias } = adapter;
  const isUsed = state !== undefined && !state.removed;
  return {
    code,
    label,
    kind,
    configured: isUsed,
    mode: isUsed ? state.mode : null,
    fields: formOf(settings),
    takesEveryRight: adapter.email !== undefined,
    settings: isUsed ? state.shown : {},
    webhook: receives
      ? {
          address: webhookAddress(kind, webhookAlias ?? code),
          events: [...receives.events],
          refusedAt: isUsed ? state.refusedAt : null,
        }
      : null,
    cannotRefund: cannotRefund ?? null,
    pausedUntil: state?.pausedUntil ?? null,
    lastFailure: state?.failedAt ? { at: state.failedAt, says: state.failure ?? "" } : null,
    open: state?.open ?? 0,
    configuredAt: isUsed ? state.configuredAt : null,
  };
}

const paths = {
  gateway: (code: string) => `/api/gateways/${code}/webhook`,
  carrier: (code: string) => `/api/carriers/${code}/webhook`,
  sender: (code: string) => `/api/messages/${code}/receipts`,
} as const satisfies Record<provider.ProviderKind, (code: string) => string>;

const webhookAddress = (kind: provider.ProviderKind, code: string): string =>
  `${optional("PUBLIC_URL") ?? "http://localhost:4000"}${paths[kind](code)}`;
