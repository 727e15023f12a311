/** A mail server in its own thread: accepts everything, and reports when each message arrived. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { parentPort } from "node:worker_threads";
import { SMTPServer } from "smtp-server";

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  disableReverseLookup: true,
  onData(stream, _session, done) {
    let head = "";
    stream.on("data", (chunk: Buffer) => {
      if (head.length < 4_000) head += chunk.toString("latin1");
    });
    stream.on("end", () => {
      done();
      parentPort?.postMessage({ subject: /^Subject: (.*)$/m.exec(head)?.[1]?.trim() ?? "", at: Date.now() });
    });
  },
});
server.listen(0, "127.0.0.1");
await once(server.server, "listening");
const { port } = server.server.address() as AddressInfo; // of a server that listens on a port
parentPort?.postMessage({ port });
