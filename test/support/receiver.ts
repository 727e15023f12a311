/**
 * A third party's webhook receiver, which behaves as badly as it is told to: raw sockets, so that nothing is corrected
 * for it. It shares no code with ours, only the format of the secret and the header.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { onTestFinished } from "vitest";

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Which connection it came on, counted from 1. */
  readonly connection: number;
}

/** Whether its signature matches the bytes and is less than five minutes old. */
export function isGenuine({ headers, body }: Received, secret: string): boolean {
  const [, time = "", given = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers["x-service-signature"] ?? "") ?? [];
  const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
  const fits = given !== "" && timingSafeEqual(Buffer.from(given, "hex"), expected);
  return fits && Math.abs(Date.now() / 1000 - Number(time)) < 300;
}

/** Writes an answer, or does not. */
export type Manner = (socket: Socket, request: Received, nth: number) => unknown;

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  readonly connections: () => number;
  /** Open connections. */
  readonly sockets: () => Socket[];
  /** Resolves once this many complete requests have come in. */
  readonly has: (count: number) => Promise<void>;
  behave: Manner;
  readonly close: () => Promise<void>;
}

/** `answer(204)`: a complete, well-formed HTTP answer. */
export const answer =
  (status: number, { headers = "", body = "ok" } = {}): Manner =>
  (socket) => {
    const bodiless = status === 204 || status === 304 || status < 200;
    socket.write(
      `HTTP/1.1 ${status} Whatever\r\n${headers}${bodiless ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`}\r\n${bodiless ? "" : body}`,
    );
  };

/** Room for all senders of a test to connect at once: Linux drops what exceeds it, and tries again seconds later. */
const backlog = 4_096;

/** Closed when the test ends. */
export async function aReceiver(manner: Manner = answer(200), tls?: TlsOptions): Promise<Receiver> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let waiting: { count: number; resume: () => void }[] = [];
  const onSocket = (socket: Socket) => {
    const connection = ++connections;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    let pending = Buffer.alloc(0);
    socket.on("data", (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      for (;;) {
        const end = pending.indexOf("\r\n\r\n");
        if (end < 0) return;
        const [first = "", ...lines] = pending.subarray(0, end).toString("latin1").split("\r\n");
        const headers = Object.fromEntries(
          lines.map((line) => [
            line.slice(0, line.indexOf(":")).toLowerCase(),
            line.slice(line.indexOf(":") + 1).trim(),
          ]),
        );
        const length = Number(headers["content-length"] ?? 0);
        if (pending.length < end + 4 + length) return;
        const body = Buffer.from(pending.subarray(end + 4, end + 4 + length));
        pending = pending.subarray(end + 4 + length);
        const request = { path: first.split(" ")[1] ?? "", headers, body, connection };
        received.push(request);
        receiver.behave(socket, request, received.length);
        for (const { count, resume } of waiting) if (received.length >= count) resume();
        waiting = waiting.filter(({ count }) => received.length < count);
      }
    });
  };
  const server: Server = tls ? createTlsServer(tls, onSocket) : createServer(onSocket);
  if (tls) server.on("tlsClientError", () => {});
  await new Promise<void>((listening) => server.listen({ port: 0, host: "127.0.0.1", backlog }, listening));
  const { port } = server.address() as { port: number };
  const receiver: Receiver = {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}/hook`,
    port,
    received,
    connections: () => connections,
    sockets: () => [...sockets],
    has: (count) =>
      received.length >= count ? Promise.resolve() : new Promise((resume) => waiting.push({ count, resume })),
    behave: manner,
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => closed());
      }),
  };
  onTestFinished(receiver.close);
  return receiver;
}
