/** Asks a store that is being killed all the time as a good client does: with a key for each change, until there is an answer. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Agent, request } from "undici";

export interface Asked {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Asker {
  /** Answers with what the store says in the end: never with a 503, a 429 or a lost connection. */
  readonly ask: (asked: Asked) => Promise<Answer>;
  /** How long requests took that met no trouble. */
  readonly took: readonly number[];
  /** What no client should ever see. */
  readonly faults: readonly string[];
  /** How often a request was made again. */
  readonly again: () => number;
  readonly close: () => Promise<void>;
}

const giveUpMs = 180_000;
const againMs = 250;
/** The store has lost a race, is away, or has enough of this client. */
const comeBack = [429, 502, 503];

/** @param inTrouble whether something has just been killed, or has not come back yet. */
export function askerOf(url: string, inTrouble: () => boolean): Asker {
  const dispatcher = new Agent({ connections: 64, headersTimeout: 40_000 });
  const took: number[] = [];
  const faults: string[] = [];
  let again = 0;
  const once = async ({ method, path, body, key, headers }: Asked, idempotencyKey: string): Promise<Answer> => {
    const answer = await request(`${url}${path}`, {
      dispatcher,
      method,
      headers: {
        "content-type": "application/json",
        ...(key && { authorization: `Bearer ${key}` }),
        ...(key && method !== "GET" && { "idempotency-key": idempotencyKey }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, body: text.startsWith("{") ? JSON.parse(text) : {} };
  };
  return {
    took,
    faults,
    again: () => again,
    close: () => dispatcher.destroy(),
    ask: async (asked) => {
      const idempotencyKey = randomUUID();
      const giveUpAt = performance.now() + giveUpMs;
      for (;;) {
        const [began, wasInTrouble] = [performance.now(), inTrouble()];
        const answer = await once(asked, idempotencyKey).catch(() => undefined);
        if (answer && !comeBack.includes(answer.status)) {
          if (!wasInTrouble && !inTrouble()) took.push(performance.now() - began);
          if (answer.status >= 500) faults.push(`${asked.method} ${asked.path} answered ${answer.status}`);
          return answer;
        }
        if (performance.now() > giveUpAt) {
          faults.push(`${asked.method} ${asked.path} was not answered for three minutes`);
          return { status: 0, body: {} };
        }
        again++;
        await pause(againMs);
      }
    },
  };
}
