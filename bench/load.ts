/** Sends requests to a running store as fast as it answers, and measures each. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { Agent, request } from "undici";

export interface Load {
  readonly clients: number;
  readonly requests: number;
  readonly expected?: readonly number[];
}

export interface Timing {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  readonly path: string;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Base {
  readonly url: string;
  readonly key: string;
}

/**
 * `clients` send requests concurrently, each one after the other. An answer that is neither a 2xx nor
 * `expected` stops the run.
 */
export async function measure(
  base: Base,
  { clients, requests, expected = [] }: Load,
  next: (index: number) => Call,
): Promise<Timing> {
  const dispatcher = new Agent({ connections: clients });
  const took: number[] = [];
  let index = 0;
  const started = performance.now();
  const client = async () => {
    for (let mine = index++; mine < requests; mine = index++) {
      const call = next(mine);
      const asked = performance.now();
      await send(base, call, { dispatcher, expected });
      took.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - started) / 1000;
  await dispatcher.close();
  return { perSecond: Math.round(requests / seconds), ...percentiles(took) };
}

/** Sends requests at an even rate, however long the answers take: measures each from when it was due. */
export async function measureAtRate(
  base: Base,
  { perSecond, requests }: { perSecond: number; requests: number },
  next: (index: number) => Call,
): Promise<Timing> {
  const dispatcher = new Agent({ connections: 64 });
  const started = performance.now();
  const took = await Promise.all(
    Array.from({ length: requests }, async (_, index) => {
      const dueAt = started + (index * 1000) / perSecond;
      await wait(Math.max(0, dueAt - performance.now()));
      await send(base, next(index), { dispatcher });
      return performance.now() - dueAt;
    }),
  );
  await dispatcher.close();
  return { perSecond, ...percentiles(took) };
}

interface How {
  readonly dispatcher?: Agent;
  readonly expected?: readonly number[];
}

/** Throws on an answer that is neither a 2xx nor `expected`. */
export async function send(
  base: Base,
  { method, path, body, headers }: Call,
  { dispatcher, expected = [] }: How = {},
): Promise<string> {
  const answer = await request(`${base.url}${path}`, {
    ...(dispatcher && { dispatcher }),
    method,
    headers: { authorization: `Bearer ${base.key}`, "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300 && !expected.includes(answer.statusCode))
    throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
  return text;
}

/** The median and the 99th percentile, in milliseconds with one decimal. */
export function percentiles(tookMs: readonly number[]): { p50Ms: number; p99Ms: number } {
  const sorted = tookMs.toSorted((a, b) => a - b);
  const at = (share: number) => tenths(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** With one decimal. */
export const tenths = (figure: number): number => Math.round(figure * 10) / 10;
/** With two decimals. */
export const hundredths = (figure: number): number => Math.round(figure * 100) / 100;

/** The peak memory of a process since its start, or since `forgetPeak`, from the kernel; 0 if there is no /proc. */
export function peakMbOf(pid: number): number {
  try {
    const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return 0;
  }
}

/** Resets the peak memory of this process, so that the next part is measured on its own. */
export function forgetPeak(): void {
  if (existsSync("/proc/self/clear_refs")) writeFileSync("/proc/self/clear_refs", "5");
}
