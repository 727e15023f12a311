import { createConnection, type Socket } from "node:net";

/** What the driver's option `socket` is called with; addresses may name several hosts. */
interface Wanted {
  readonly path?: string | false;
  readonly host: readonly string[];
  readonly port: readonly number[];
}

const opened = new Map<string, Set<Socket>>();

/**
 * The driver's sockets to an address, made for it so that they can be cut: by itself it only closes its own side, and
 * waits for a server that no longer answers to close the other. It takes a socket that is still connecting, and reads
 * `host` for the name in the certificate. Tests: test/db/silent.test.ts, test/db/driver.test.ts.
 */
export function socketsTo(address: string): (wanted: Wanted) => Socket {
  let nth = 0;
  return ({ path, host, port }) => {
    const at = nth++ % host.length;
    const [name = "", number = 0] = [host[at], port[at]];
    const socket = path ? createConnection(path) : createConnection(number, name);
    const known = opened.get(address) ?? new Set();
    for (const one of known) if (one.destroyed) known.delete(one);
    opened.set(address, known.add(socket));
    return Object.assign(socket, { host: name, port: number });
  };
}

/** Whoever waits for an answer over one of them gets an error at once. */
export function cutSockets(address: string): void {
  const silent = Object.assign(new Error("The database does not answer."), { code: "ECONNRESET" });
  for (const socket of opened.get(address) ?? []) socket.destroy(silent);
}
