/** Events as gateways send them, and what an adapter makes of them. */
import { expect } from "vitest";
import type { Received } from "#core/payment/gateways/gateway";
import { type Http, httpFor } from "#core/provider/http";
import type { Inbound, Receives } from "#core/provider/inbound";

export const inbound = (
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
  at = new Date("2026-11-20T10:00:00Z"),
): Inbound => ({ headers, body: Buffer.from(body), at });

/** For reading without a request: nothing is listening at its address. */
export const nobody: Http = httpFor({ provider: "nobody", secrets: [], withinMs: 1 });

/** What has happened, according to the gateway's event. */
export async function happenedIn<Settings>(
  receives: Receives<Settings, Received>,
  settings: Settings,
  event: unknown,
  http = nobody,
) {
  const outcome = await receives.read(http, settings, inbound(JSON.stringify(event)));
  expect(outcome.is).toBe("done");
  return outcome.is === "done" ? outcome.value.happened : undefined;
}

export const refusal = expect.objectContaining({ code: "provider.unsigned", status: 401 });
