/** The common interface of all adapters, and how to find one by its code. */
import type * as z from "zod";
import type { ProviderKind } from "#core/contract/provider";
import type { Http } from "./http.ts";
import type { Receives } from "./inbound.ts";
import type { Outcome } from "./outcome.ts";
import type { Settings } from "./settings.ts";

export interface Adapter<Received = unknown> {
  readonly code: string;
  readonly label: string;
  readonly settings: z.ZodObject & z.ZodType<Settings>;
  /** Whether these settings move real money and real parcels. */
  mode(settings: Settings): "live" | "test";
  /** One harmless call that shows whether the settings work. Undefined if the provider has no API. */
  check?(http: Http, settings: Settings): Promise<Outcome<{ readonly mode: "live" | "test" }>>;
  readonly cannotRefund?: string;
  /** Replaces the code in the webhook's URL, for a provider that refuses URLs containing its name. */
  readonly webhookAlias?: string;
  readonly receives?: Receives<Settings, Received>;
  /** Set if it sends emails, which may contain links that grant access. */
  readonly email?: unknown;
}

/** All adapters of a kind. Each is loaded when it is first used. */
export interface Family<Loaded extends Adapter = Adapter> {
  readonly kind: ProviderKind;
  readonly codes: readonly string[];
  /** The code of the provider with this name in its webhook URL, for families in which the two can differ. */
  readonly codeAt?: (name: string) => string | undefined;
  /** Undefined for a code outside the family. */
  load(code: string): Promise<Loaded | undefined>;
}

/** The adapter with this code in any of the families, and the family's kind. */
export async function adapterIn(
  families: readonly Family[],
  code: string,
): Promise<{ readonly kind: ProviderKind; readonly adapter: Adapter } | undefined> {
  for (const family of families) {
    const adapter = family.codes.includes(code) ? await family.load(code) : undefined;
    if (adapter) return { kind: family.kind, adapter };
  }
  return undefined;
}
