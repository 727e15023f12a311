/** What all adapters have in common, and how the program finds one by its code. */
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
  /** One harmless call that shows whether the settings work. Without it the provider asks nobody. */
  check?(http: Http, settings: Settings): Promise<Outcome<{ readonly mode: "live" | "test" }>>;
  readonly cannotRefund?: string;
  /** What stands for the code in the webhook's address, where the provider refuses an address with its own name. */
  readonly webhookAlias?: string;
  readonly receives?: Receives<Settings, Received>;
}

/** All adapters of a kind. Each is loaded when it is first used. */
export interface Family<Loaded extends Adapter = Adapter> {
  readonly kind: ProviderKind;
  readonly codes: readonly string[];
  /** The code of the provider whose events come to an address with this name, where that may be another than the code. */
  readonly codeAt?: (name: string) => string | undefined;
  /** Nothing for a code that is none of the family's. */
  load(code: string): Promise<Loaded | undefined>;
}

/** The adapter of a code in any of the families, with the family's kind. */
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
