/**
 * The limit of a read: only its statements, one after the other, over the same driver behind `node:http`. Any further
 * time of a request is the cost of our own code.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export type Asked = readonly { readonly text: string; readonly parameters: unknown[] }[];

export interface BareLoop {
  readonly url: string;
  readonly end: () => void;
}

export async function bareLoop(databaseUrl: string, asked: Asked): Promise<BareLoop> {
  const child = fork(join(import.meta.dirname, "host.ts"), [databaseUrl, JSON.stringify(asked)]);
  const [port] = await once(child, "message");
  return { url: `http://127.0.0.1:${port}`, end: () => child.disconnect() };
}
