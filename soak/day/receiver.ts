/** Somebody who receives webhooks as strangers do: now and then slow, now and then with a 500, and sometimes not at all. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { listen } from "#local/http/listen";

export interface Receiver {
  readonly url: string;
  /** From then on it knows what a genuine one is signed with. */
  readonly signedWith: (secret: string) => void;
  /** The ids of the events that it has said yes to. */
  readonly events: ReadonlySet<string>;
  readonly forged: () => number;
  readonly doubled: () => number;
  readonly stop: () => Promise<unknown>;
}

const failsOneIn = 40;
const slowOneIn = 25;
const slowMs = 1_500;

export async function aReceiver(): Promise<Receiver> {
  const events = new Set<string>();
  let [asked, forged, doubled, secret] = [0, 0, 0, ""];
  const isGenuine = (header: string, body: string) => {
    const [, time = "", given = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
    const expected = createHmac("sha256", secret).update(`${time}.${body}`).digest();
    return given !== "" && timingSafeEqual(Buffer.from(given, "hex"), expected);
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    asked++;
    if (asked % slowOneIn === 0) await pause(slowMs);
    if (asked % failsOneIn === 0) return void response.writeHead(500).end();
    if (isGenuine(String(request.headers["x-service-signature"]), body)) {
      const { id } = JSON.parse(body) as { id: string };
      if (events.has(id)) doubled++;
      events.add(id);
    } else forged++;
    response.end("ok");
  });
  const { url, stop } = await listen(server);
  return {
    url,
    signedWith: (given) => {
      secret = given;
    },
    events,
    forged: () => forged,
    doubled: () => doubled,
    stop,
  };
}
