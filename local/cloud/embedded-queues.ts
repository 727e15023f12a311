import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildAppOptions, buildApp } from "fauxqs";
import { handOver } from "#core/aws/client";
import { isByPage } from "./by-a-page.ts";

type Stores = NonNullable<BuildAppOptions["stores"]>;

/** What this process asks of its own queues hundreds of times a second. */
const actionNames = ["SendMessage", "SendMessageBatch", "ReceiveMessage", "DeleteMessageBatch"] as const;
type ActionName = (typeof actionNames)[number];

/** An action of SQS on the queues in memory, as fauxqs implements it. */
type Action = (input: object) => unknown;

let actions: ReadonlyMap<string, Action> | undefined;

/**
 * SQS in this process's memory, reachable from this machine only, and the environment variables that point to it. Other
 * processes reach it over HTTP, as they would reach AWS; requests of this process are passed on directly.
 */
export async function embedQueues(): Promise<() => Promise<void>> {
  const [sqsStore, ours] = await queuesInMemory();
  const made = buildApp({ logger: false, stores: { sqsStore } as Stores }); // it creates the others on its own
  made.addHook("onRequest", async ({ headers }, reply) => {
    if (isByPage(headers)) return reply.code(403).send();
  });
  // Its own start function would listen on all network interfaces.
  const url = await made.listen({ port: 0, host: "127.0.0.1" });
  handOver(url, async (command, input) => {
    const action = ours.get(command.replace(/Command$/, ""));
    return action && unlessRefused(() => action(input));
  });
  process.env["AWS_ENDPOINT_URL_SQS"] = url;
  // For other processes that get this environment: AWS's client needs credentials before it sends anything.
  process.env["AWS_ACCESS_KEY_ID"] ??= "local";
  process.env["AWS_SECRET_ACCESS_KEY"] ??= "local";
  process.env["AWS_REGION"] ??= "us-east-1";
  actions = ours;
  return async () => {
    actions = undefined;
    delete process.env["AWS_ENDPOINT_URL_SQS"];
    await made.close();
  };
}

/**
 * fauxqs' queues, and those of its actions that this process calls itself: through its server a call costs ten times as
 * much. fauxqs exports neither; its release is pinned, and the tests of the queues run through both.
 */
async function queuesInMemory(): Promise<[Stores["sqsStore"], ReadonlyMap<string, Action>]> {
  const home = dirname(findPackageJSON("fauxqs", import.meta.url) ?? "");
  const inside = (file: string) => import(pathToFileURL(join(home, "dist/sqs", file)).href);
  const { SqsStore } = await inside("sqsStore.js");
  const store = new SqsStore();
  const known = actionNames.map(async (name): Promise<[string, Action]> => {
    const exported = name.charAt(0).toLowerCase() + name.slice(1);
    const { [exported]: action } = await inside(`actions/${exported}.js`);
    return [name, (input) => action(input, store)];
  });
  return [store, new Map(await Promise.all(known))];
}

/** Undefined if it is refused: then it is sent to the server, which words the refusal as SQS does. */
async function unlessRefused(action: () => unknown): Promise<object | undefined> {
  try {
    return (await action()) as object; // SQS's documented answer
  } catch {
    return;
  }
}

export const hasEmbeddedQueues = (): boolean => actions !== undefined;

/**
 * Calls an action of the embedded SQS, for what replaces Lambda and EventBridge here. The answer is as SQS documents it.
 * @throws the service's error when it refuses, or the signal's reason once it is aborted.
 */
export async function callEmbedded(name: ActionName, input: object, signal?: AbortSignal): Promise<unknown> {
  const action = actions?.get(name);
  if (!action) throw new Error("There are no embedded queues in this process.");
  signal?.throwIfAborted();
  return signal ? unlessAborted(signal, Promise.resolve(action(input))) : action(input);
}

/** The embedded SQS cannot cancel a request: an answer that comes after the abort is dropped. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((done, failed) => {
    const giveUp = () => failed(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(done, failed).finally(() => signal.removeEventListener("abort", giveUp));
  });
}
