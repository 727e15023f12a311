import type { Server } from "node:http";

/** A server that has begun to listen. */
export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Takes no more connections, and resolves when the answers under way have been given. */
  readonly stop: () => Promise<void>;
}

/** Listens on this machine only, on a free port when none is given. */
export function listen(server: Server, port = 0): Promise<Listening> {
  return new Promise((ready, failed) => {
    server.once("error", (error) => {
      const taken = "code" in error && error.code === "EADDRINUSE";
      failed(taken ? new Error(`Port ${port} is taken: stop what uses it, or set PORT to another.`) : error);
    });
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      const used = typeof address === "object" && address ? address.port : port;
      ready({ url: `http://127.0.0.1:${used}`, port: used, stop: () => close(server) });
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed());
    server.closeIdleConnections();
  });
}
