/** The Lambda handlers of `functions/`, found and called as Lambda finds and calls them. */
import { randomUUID } from "node:crypto";
import type { Context } from "aws-lambda";

/** A Lambda handler of any event and result. */
export type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** Node resolves a module at each `import()`, which is a twentieth of the time of a short request. */
const known = new Map<string, Handler>();

/** An export of `functions/<path>.ts`, loaded at the first call. */
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
 * Lambda's context of an invocation. Once `stopping` is aborted no time remains, so that a worker that continues while
 * there is work ends soon after Ctrl-C.
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
