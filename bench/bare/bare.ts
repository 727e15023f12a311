/**
 * The limit of a request: only its statements, one after the other, over the same driver behind `node:http`. Any
 * further time of a request is the cost of our own code.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export type Asked = readonly { readonly text: string; readonly parameters: unknown[] }[];

/** Of several like requests, so that they are not all about one row. */
export interface Orders {
  readonly databaseUrl: string;
  readonly requests: readonly Asked[];
  /** Ids made since then, in milliseconds, are of what these requests have created. */
  readonly since: number;
}

export interface BareLoop {
  readonly url: string;
  readonly end: () => void;
}

export async function bareLoop(orders: Orders): Promise<BareLoop> {
  const child = fork(join(import.meta.dirname, "host.ts"));
  child.send(orders);
  const [port] = await once(child, "message");
  return { url: `http://127.0.0.1:${port}`, end: () => child.disconnect() };
}
