/** The Lambda handlers of `functions/`, found and called as Lambda finds and calls them. */
import { randomUUID } from "node:crypto";
import type { Context } from "aws-lambda";

/** A Lambda's handler: what it takes and answers is its own affair. */
export type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** Node looks a module up anew at each `import()`: a twentieth of what a short request takes. */
const known = new Map<string, Handler>();

/** `functions/<path>.ts`'s export of that name, loaded when it is first asked for. */
export async function handlerIn(path: string, name = "handler"): Promise<Handler> {
  const key = `${path} ${name}`;
  const handler = known.get(key) ?? (await loaded(path, name));
  known.set(key, handler);
  return handler;
}

async function loaded(path: string, name: string): Promise<Handler> {
  const exported: Readonly<Record<string, unknown>> = await import(`../../functions/${path}.ts`);
  const handler = exported[name];
  if (typeof handler !== "function") throw new Error(`functions/${path}.ts exports no handler called ${name}.`);
  return handler as Handler; // what Lambda itself takes for granted
}

/**
 * What Lambda tells a function about its invocation. The time that remains is none once `stopping` is aborted, so
 * that a worker which goes on while there is work ends soon after Ctrl-C.
 */
export function contextOf(functionName: string, timeoutSeconds: number, stopping: AbortSignal): Context {
  const until = performance.now() + timeoutSeconds * 1000;
  return {
    functionName,
    functionVersion: "$LATEST",
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: "1024",
    awsRequestId: randomUUID(),
    logGroupName: functionName,
    logStreamName: "local",
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => (stopping.aborted ? 0 : Math.max(0, until - performance.now())),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}
