import type { Server } from "node:http";

/** A listening server. */
export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Accepts no more connections, and resolves when the requests in progress are answered. */
  readonly stop: () => Promise<void>;
}

/** Listens on a free port if none is given, and on loopback unless another address is given. */
export function listen(server: Server, port = 0, host = "127.0.0.1"): Promise<Listening> {
  return new Promise((ready, failed) => {
    server.once("error", (error) => failed(sentenceFor(error, port, host)));
    server.listen(port, host, () => {
      const address = server.address();
      const used = typeof address === "object" && address ? address.port : port;
      ready({ url: `http://${host}:${used}`, port: used, stop: () => close(server) });
    });
  });
}

function sentenceFor(error: Error, port: number, host: string): Error {
  const code = "code" in error ? error.code : "";
  if (code === "EADDRINUSE") return new Error(`Port ${port} is taken: stop what uses it, or set PORT to another.`);
  if (code === "EACCES") return new Error(`Port ${port} is not for this user: set PORT to one above 1023.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return new Error(`HOST is "${host}", which is no address of this machine: give 127.0.0.1, 0.0.0.0 or one that is.`);
  }
  return error;
}

function close(server: Server): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed());
    // Otherwise a client that keeps its connection busy would be served for ever.
    server.prependListener("request", (_, response) => {
      response.shouldKeepAlive = false;
    });
    server.keepAliveTimeout = 1;
    server.closeIdleConnections();
  });
}
