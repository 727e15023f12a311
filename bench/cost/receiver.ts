/**
 * The receiver of webhooks for `cost.ts`, in its own process: it answers after 180 ms, and one in a hundred after 3 s.
 */
import { createServer } from "node:http";
import type { Socket } from "node:net";

const usualMs = 180;
const slowMs = 3_000;
const slowOneIn = 100;

const sockets = new Set<Socket>();
let asked = 0;
const server = createServer((request, response) => {
  request.resume();
  const ms = ++asked % slowOneIn === 0 ? slowMs : usualMs;
  request.on("end", () => setTimeout(() => response.end("ok"), ms));
});
server.keepAliveTimeout = 60_000;
server.on("connection", (socket) => sockets.add(socket));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : 0 });
});
// Reports the bytes received and sent, on request.
process.on("message", () => {
  const sum = (of: (socket: Socket) => number) => [...sockets].reduce((all, socket) => all + of(socket), 0);
  process.send?.({
    asked,
    connections: sockets.size,
    bytesIn: sum((s) => s.bytesRead),
    bytesOut: sum((s) => s.bytesWritten),
  });
});
process.on("disconnect", () => process.exit());
