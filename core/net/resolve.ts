/**
 * Resolves names without the operating system's resolver: Node calls that in four threads, so four names with silent
 * servers would block every other name.
 */

import { type LookupAddress, TIMEOUT } from "node:dns";
import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const hostsFile = process.platform === "win32" ? "C:\\Windows\\System32\\drivers\\etc\\hosts" : "/etc/hosts";
/** How long the machine's own configuration counts: its hosts file, and which name servers to ask. */
const keptMs = 60_000;

/** Each name server is asked twice, one after the other. */
const newResolver = () => new Resolver({ timeout: 2_000, tries: 2, maxTimeout: 4_000 });
export let resolver = newResolver();
/** Those of the machine when `resolver` was made, which reads them only then. */
let servers = resolver.getServers().join();
/** However many name servers there are: the reason is to be known before a webhook's 10 s are over. */
const lookUpMsMax = 8_000;

const pending = new Map<string, Promise<LookupAddress[]>>();

/** All addresses of a name; concurrent calls share one query. */
export function resolve(hostname: string): Promise<LookupAddress[]> {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  const known = pending.get(name);
  if (known) return known;
  const answer = resolveNow(name).finally(() => pending.delete(name));
  pending.set(name, answer);
  return answer;
}

async function resolveNow(name: string): Promise<LookupAddress[]> {
  const here = (await hosts()).get(name);
  if (here) return here;
  // RFC 6761: never sent to a name server.
  if (name === "localhost" || name.endsWith(".localhost")) return ["127.0.0.1", "::1"].map(addressOf);
  const [v4, v6] = await Promise.allSettled([inTime(resolver.resolve4(name)), inTime(resolver.resolve6(name))]);
  const found = [v4, v6].flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  if (found.length === 0 && v4.status === "rejected") throw v4.reason;
  return found.map(addressOf);
}

async function inTime(asked: Promise<string[]>): Promise<string[]> {
  const over = new AbortController();
  const late = pause(lookUpMsMax, undefined, { signal: over.signal }).then((): never => {
    throw Object.assign(new Error("No name server has answered."), { code: TIMEOUT });
  });
  return Promise.race([asked, late]).finally(() => over.abort());
}

const addressOf = (address: string): LookupAddress => ({ address, family: isIP(address) });

let kept: { readonly untilMs: number; readonly names: Map<string, LookupAddress[]> } | undefined;

async function hosts(): Promise<Map<string, LookupAddress[]>> {
  if (kept && performance.now() < kept.untilMs) return kept.names;
  const names = new Map<string, LookupAddress[]>();
  const text = await readFile(hostsFile, "utf8").catch(() => "");
  for (const line of text.split("\n")) {
    const [address = "", ...aliases] = (line.split("#")[0] ?? "").trim().split(/\s+/);
    if (!isIP(address)) continue;
    for (const alias of aliases) {
      names.set(alias.toLowerCase(), [...(names.get(alias.toLowerCase()) ?? []), addressOf(address)]);
    }
  }
  kept = { untilMs: performance.now() + keptMs, names };
  followMachine();
  return names;
}

/** Asks other name servers from now on if the machine has others, as in a new network. */
function followMachine(): void {
  const fresh = newResolver();
  const now = fresh.getServers().join();
  if (now === servers) return;
  [resolver, servers] = [fresh, now];
}
