/** The receiver for `deliveries.ts`, in its own process: answers at once, or after 10 s if the path is `/slow`. */
import { createServer } from "node:net";

const answer = Buffer.from("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
const slowMs = 10_000;
let answered = 0;
let told = 0;

const server = createServer((socket) => {
  let pending: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  socket.setNoDelay(true).on("error", () => {});
  socket.on("data", (chunk) => {
    pending = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
    for (;;) {
      const end = pending.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = pending.toString("latin1", 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (pending.length < end + 4 + length) return;
      pending = pending.subarray(end + 4 + length);
      if (head.startsWith("POST /slow")) setTimeout(() => socket.write(answer), slowMs);
      else {
        answered++;
        socket.write(answer);
      }
    }
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : 0);
});
// The number answered without delay: the benchmark counts here, because database queries would distort its measurement.
setInterval(() => {
  if (told !== answered) process.send?.({ answered });
  told = answered;
}, 10);
process.on("disconnect", () => process.exit());
