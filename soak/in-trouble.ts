/** A provider behind a socket that gets into trouble at random: it is slow or busy, refuses, faults, or its answer is lost. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { hmacHex } from "#core/provider/inbound";
import { listen } from "#local/http/listen";
import type { ShopAsks, ShopHears } from "#local/test-providers/answer-shop";
import type { Chooser } from "./choices.ts";

export interface InTrouble {
  readonly url: string;
  /** From now on everything goes well. */
  readonly calm: () => void;
  readonly stop: () => Promise<void>;
}

interface Provider {
  readonly books: { readonly kept: readonly { readonly key: string }[] };
  readonly answer: (asks: ShopAsks) => ShopHears;
  /** What it may refuse for no reason: the paths of its POSTs, and the code. */
  readonly refuses: { readonly paths: readonly string[]; readonly code: string };
  /** Paths that no trouble ever befalls: the soak's own. */
  readonly spares?: string;
}

/** How often each happens, of all requests. */
const troubles = {
  faultsBefore: 0.04,
  faultsAfter: 0.04,
  cutsItsAnswer: 0.03,
  breaksOffBefore: 0.03,
  breaksOffAfter: 0.03,
  refuses: 0.05,
  isBusy: 0.01,
};
type Trouble = keyof typeof troubles;
const slowMs = 60;
/** So long nothing is heard before the line breaks. */
const silentMs = 1_500;

export async function inTrouble(chooser: Chooser, { books, answer, refuses, spares }: Provider): Promise<InTrouble> {
  let isCalm = false;
  const hear = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url = "", headers } = request;
    const { pathname: path, searchParams: query } = new URL(url, "http://provider");
    const isSpared = isCalm || (spares !== undefined && path.startsWith(spares));
    const [trouble, ms] = isSpared ? [undefined, 0] : [troubleBy(chooser), slowMs * chooser.random()];
    const body = await text(request).catch(() => null);
    // Whoever asked was killed meanwhile.
    if (body === null) return;
    await wait(ms);
    if (trouble === "faultsBefore") return say(response, 500);
    if (trouble === "isBusy") return say(response, 429);
    // What it has done for a key it does not refuse afterwards.
    const isNew = !books.kept.some(({ key }) => key === headers["idempotency-key"]);
    if (trouble === "refuses" && isNew && method === "POST" && refuses.paths.includes(path)) {
      return say(response, 422, refuses.code);
    }
    if (trouble === "breaksOffBefore") return breakOff(response);
    const { status, json } = answer({ method, path, query, headers, body });
    if (trouble === "faultsAfter") return say(response, 500);
    if (trouble === "breaksOffAfter") return breakOff(response);
    const bytes = Buffer.from(JSON.stringify(json));
    response.writeHead(status, { "content-type": "application/json", "content-length": bytes.length });
    if (trouble !== "cutsItsAnswer") return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  };
  const server = await listen(createServer((request, response) => void hear(request, response)));
  return {
    url: server.url,
    calm: () => {
      isCalm = true;
    },
    stop: server.stop,
  };
}

function troubleBy({ random }: Chooser): Trouble | undefined {
  let chance = random();
  for (const [trouble, share] of Object.entries(troubles)) {
    chance -= share;
    if (chance < 0) return trouble as Trouble; // Object.entries forgets the keys' type
  }
  return undefined;
}

const say = (response: ServerResponse, status: number, code = "busy"): void => {
  const error = { code, message: "Not now." };
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error }));
};

async function breakOff(response: ServerResponse): Promise<void> {
  await wait(silentMs);
  response.destroy();
}

/** How the test providers sign what they tell. */
export function signed(rawBody: string, secret: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1_000);
  return `t=${time},v1=${hmacHex(secret, `${time}.`, rawBody)}`;
}
