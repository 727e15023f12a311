/** A stranger's receiver that answers as it is told: a server that is down over night, and up again in the morning. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Got {
  readonly signature: string;
  readonly body: Buffer;
}

export async function anAnsweringReceiver(status = 204) {
  const received: Got[] = [];
  let now = status;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ signature: String(request.headers["x-service-signature"]), body: Buffer.concat(chunks) });
    response.writeHead(now).end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, // a TCP server's address
    received: received as readonly Got[],
    answer: (next: number) => {
      now = next;
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
