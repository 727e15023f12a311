/** Asks a running store for things, as fast as it answers, and says how long each answer took. */
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
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Base {
  readonly url: string;
  readonly key: string;
}

/**
 * `clients` ask at the same time, each its next question once it has its answer. Any answer but a 2xx stops the run, or
 * those that are `expected` too.
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

/** Asked at an even rate, whatever the answers take: how long each took from when it was due. */
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

/** Any answer but a 2xx, or one that is expected, throws. */
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

/** The middle, and what all but one in a hundred stay below; milliseconds with one decimal. */
export function percentiles(tookMs: readonly number[]): { p50Ms: number; p99Ms: number } {
  const sorted = tookMs.toSorted((a, b) => a - b);
  const at = (share: number) => tenths(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** With one decimal. */
export const tenths = (figure: number): number => Math.round(figure * 10) / 10;

/** The most memory that a process has held since it began, or since `forgetPeak`, from the kernel; 0 where there is no /proc. */
export function peakMbOf(pid: number): number {
  try {
    const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return 0;
  }
}

/** What this process held before is not what the next part needs. */
export function forgetPeak(): void {
  if (existsSync("/proc/self/clear_refs")) writeFileSync("/proc/self/clear_refs", "5");
}
