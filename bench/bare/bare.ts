/**
 * The limit of a read: the very statements that it asks, over the same driver behind `node:http`, in turn, and nothing else.
 * What a request takes beside that is what our own code costs.
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
