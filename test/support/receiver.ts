/** A stranger's receiver: it knows the secret and the header's form, and nothing of our code. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly event: { readonly id: string; readonly name: string; readonly subject: { readonly id: string } };
  readonly deliveryId: string;
  /** Whether the signature fits the bytes and is less than five minutes old. */
  readonly genuine: boolean;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** From then on it can tell genuine from forged. */
  readonly trust: (secret: string) => void;
  readonly close: () => Promise<void>;
}

export async function aReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let secret = "";
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const [, time = "", given = ""] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers["x-service-signature"])) ?? [];
    const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
    const fits = given !== "" && timingSafeEqual(Buffer.from(given, "hex"), expected);
    received.push({
      event: JSON.parse(body.toString()),
      deliveryId: String(request.headers["x-service-delivery"]),
      genuine: fits && Math.abs(Date.now() / 1000 - Number(time)) < 300,
    });
    response.writeHead(204).end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, // a TCP server's address
    received,
    trust: (given) => {
      secret = given;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
