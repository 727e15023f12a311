/**
 * Resolves names without the operating system's resolver: Node calls that in four threads, so four names with silent
 * servers would block every other name.
 */

import { type LookupAddress, NODATA, NOTFOUND, REFUSED, SERVFAIL, TIMEOUT } from "node:dns";
import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const hostsFile = process.platform === "win32" ? "C:\\Windows\\System32\\drivers\\etc\\hosts" : "/etc/hosts";
const resolverFile = "/etc/resolv.conf";
/** How long the machine's own configuration counts: its files, and which name servers to ask. */
const keptMs = 60_000;

/** Each name server is asked twice, one after the other. */
const newResolver = () => new Resolver({ timeout: 2_000, tries: 2, maxTimeout: 4_000 });
export let resolver = newResolver();
/** Those of the machine when `resolver` was made, which reads them only then. */
let servers = resolver.getServers().join();
/** However many name servers there are: the reason is to be known before a webhook's 10 s are over. */
const lookUpMsMax = 8_000;

const pending = new Map<string, Promise<LookupAddress[]>>();

/**
 * All addresses of a name; concurrent calls share one query. A short name is completed as the machine does, unless it
 * ends with a dot.
 */
export function resolve(hostname: string): Promise<LookupAddress[]> {
  const name = hostname.toLowerCase();
  const known = pending.get(name);
  if (known) return known;
  const answer = resolveNow(name).finally(() => pending.delete(name));
  pending.set(name, answer);
  return answer;
}

async function resolveNow(given: string): Promise<LookupAddress[]> {
  const name = given.replace(/\.$/, "");
  const { names, search, dotsMin } = await machine();
  const here = names.get(name);
  if (here) return here;
  // RFC 6761: never sent to a name server.
  if (name === "localhost" || name.endsWith(".localhost")) return ["127.0.0.1", "::1"].map(addressOf);
  const isShort = given === name && name.split(".").length <= dotsMin;
  return firstKnown([name, ...(isShort ? search.map((domain) => `${name}.${domain}`) : [])]);
}

/** That there is no such name; some name servers decline one without a dot instead. */
const answers: readonly string[] = [NOTFOUND, NODATA, SERVFAIL, REFUSED];

/** @throws why the name itself has no address, if none of them has. */
async function firstKnown([name = "", ...completed]: readonly string[]): Promise<LookupAddress[]> {
  try {
    return await addressesOf(name);
  } catch (error) {
    const isAnswer = error instanceof Error && "code" in error && answers.includes(String(error.code));
    if (!isAnswer || completed.length === 0) throw error;
    return firstKnown(completed).catch(() => {
      throw error;
    });
  }
}

async function addressesOf(name: string): Promise<LookupAddress[]> {
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

/** What the machine's own files say. */
interface Machine {
  readonly untilMs: number;
  /** Of the hosts file. */
  readonly names: ReadonlyMap<string, LookupAddress[]>;
  /** The domains that complete a name with fewer dots than `dotsMin`: a host of this network or cluster. */
  readonly search: readonly string[];
  readonly dotsMin: number;
}

let kept: Machine | undefined;

async function machine(): Promise<Machine> {
  if (kept && performance.now() < kept.untilMs) return kept;
  const [names, ofResolver] = await Promise.all([wordsIn(hostsFile).then(namesIn), wordsIn(resolverFile)]);
  // As the system's own resolver: the last list counts.
  const [, ...search] = ofResolver.findLast(([what]) => what === "search" || what === "domain") ?? [];
  const [dots] = ofResolver.flatMap(([what, ...options]) =>
    what === "options" ? options.flatMap((option) => /^ndots:(\d{1,2})$/.exec(option)?.[1] ?? []) : [],
  );
  kept = {
    untilMs: performance.now() + keptMs,
    names,
    search: search.map((domain) => domain.toLowerCase().replace(/\.$/, "")).filter((domain) => domain !== ""),
    dotsMin: Number(dots ?? 1),
  };
  followMachine();
  return kept;
}

/** The words of each line, without comments; nothing if there is no such file. */
async function wordsIn(file: string): Promise<string[][]> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.split("\n").map((line) => (line.split(/[#;]/)[0] ?? "").trim().split(/\s+/));
}

function namesIn(lines: readonly (readonly string[])[]): Map<string, LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>();
  for (const [address = "", ...aliases] of lines) {
    if (!isIP(address)) continue;
    for (const alias of aliases) {
      names.set(alias.toLowerCase(), [...(names.get(alias.toLowerCase()) ?? []), addressOf(address)]);
    }
  }
  return names;
}

/** Asks other name servers from now on if the machine has others, as in a new network. */
function followMachine(): void {
  const fresh = newResolver();
  const now = fresh.getServers().join();
  if (now === servers) return;
  [resolver, servers] = [fresh, now];
}
