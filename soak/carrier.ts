/** The soak's carrier: the test carrier's books behind a socket that gets into trouble at random. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { hmacHex } from "#core/provider/inbound";
import { listen } from "#local/listen";
import { answerShop } from "#local/test-carrier/answer-shop";
import { type Label, newBooks } from "#local/test-carrier/books";
import { type Chooser, oneOf } from "./choices.ts";

export interface SoakCarrier {
  readonly settings: { readonly address: string; readonly key: string; readonly webhookSecret: string };
  readonly labels: readonly Label[];
  /** From now on everything goes well. */
  readonly calm: () => void;
  readonly stop: () => Promise<void>;
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

export async function aCarrierInTrouble(chooser: Chooser): Promise<SoakCarrier> {
  const books = newBooks();
  let isCalm = false;
  const server = await listen(
    createServer((request, response) => {
      const trouble = isCalm ? undefined : troubleBy(chooser);
      const ms = isCalm ? 0 : slowMs * chooser.random();
      void answer(request, response, trouble, ms);
    }),
  );
  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    trouble: Trouble | undefined,
    ms: number,
  ): Promise<void> => {
    const { method = "", url = "", headers } = request;
    const body = await text(request).catch(() => null);
    // Whoever asked was killed meanwhile.
    if (body === null) return;
    await wait(ms);
    const { pathname: path, searchParams: query } = new URL(url, "http://carrier");
    if (trouble === "faultsBefore") return say(response, 500);
    if (trouble === "isBusy") return say(response, 429);
    // What it has done for a key it does not refuse afterwards.
    const isNew = !books.kept.some(({ key }) => key === headers["idempotency-key"]);
    if (trouble === "refuses" && isNew && method === "POST" && path === "/labels") return say(response, 422);
    if (trouble === "breaksOffBefore") return breakOff(response);
    const { status, json } = answerShop(books, { method, path, query, headers, body }, new Date());
    if (trouble === "faultsAfter") return say(response, 500);
    if (trouble === "breaksOffAfter") return breakOff(response);
    const bytes = Buffer.from(JSON.stringify(json));
    response.writeHead(status, { "content-type": "application/json", "content-length": bytes.length });
    if (trouble !== "cutsItsAnswer") return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  };
  return {
    settings: { address: server.url, key: books.key, webhookSecret: books.webhookSecret },
    labels: books.labels,
    calm: () => {
      isCalm = true;
    },
    stop: server.stop,
  };
}

/** What the carrier tells of a parcel, as it signs it: anything that may happen to one, in any order. */
export function noticeOf(chooser: Chooser, reference: string, webhookSecret: string) {
  const words = oneOf(chooser, ["Label made", "Picked up", "On the van", "Handed over", "Eaten by a goat"]);
  const at = new Date();
  const notice = { id: `notice_${chooser.random()}`, at, reference, trackingNumber: "unknown" };
  const rawBody = JSON.stringify({ ...notice, events: [{ at, place: "Pune", words }] });
  const time = Math.floor(at.getTime() / 1_000);
  const signature = `t=${time},v1=${hmacHex(webhookSecret, `${time}.`, rawBody)}`;
  return { rawBody, headers: { "test-carrier-signature": signature } };
}

function troubleBy({ random }: Chooser): Trouble | undefined {
  let chance = random();
  for (const [trouble, share] of Object.entries(troubles)) {
    chance -= share;
    if (chance < 0) return trouble as Trouble; // Object.entries forgets the keys' type
  }
  return undefined;
}

const say = (response: ServerResponse, status: number): void => {
  const error = { code: status === 422 ? "noService" : "busy", message: "Not now." };
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error }));
};

async function breakOff(response: ServerResponse): Promise<void> {
  await wait(silentMs);
  response.destroy();
}
