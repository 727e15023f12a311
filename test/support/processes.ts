/** Parts of the program in their own processes, so that a test can stop, kill and continue them. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Sent } from "#core/webhook/send-due";

export interface SenderProcess {
  /** Tells it to send what is due. Resolves to its report, or nothing if it ends without one. */
  readonly begin: () => Promise<Sent | undefined>;
  /** It is suspended wherever it is, like a frozen Lambda or a swapping machine. */
  readonly stop: () => void;
  readonly goOn: () => void;
  readonly kill: () => Promise<unknown>;
}

/** Connected to the database, and waiting to be told to begin. Killed when the test ends. */
export async function aSender(): Promise<SenderProcess> {
  const child = forked("sender.ts");
  await once(child, "message");
  return {
    begin: () => {
      const report = new Promise<Sent | undefined>((resolve) => {
        child.once("message", (sent) => resolve(sent as Sent)); // sender.ts sends nothing else
        child.once("exit", () => resolve(undefined));
      });
      child.send("begin");
      return report;
    },
    stop: () => void child.kill("SIGSTOP"),
    goOn: () => void child.kill("SIGCONT"),
    kill: () => killed(child),
  };
}

/** Has begun with an event of the bus. Killed when the test ends. */
export async function aSubscriber(eventId: string): Promise<{ kill: () => Promise<unknown> }> {
  const child = forked("subscriber.ts");
  await once(child, "message");
  child.send(eventId);
  return { kill: () => killed(child) };
}

/** Has begun with a request that creates a product. Killed when the test ends. */
export async function aWriter(title: string): Promise<{ kill: () => Promise<unknown> }> {
  const child = forked("writer.ts");
  await once(child, "message");
  child.send(title);
  return { kill: () => killed(child) };
}

/** Makes the calls that are due when told to. Killed when the test ends. */
export async function aCallMaker(): Promise<{ begin: () => void; kill: () => Promise<unknown> }> {
  const child = forked("call-maker.ts");
  await once(child, "message");
  return { begin: () => void child.send("begin"), kill: () => killed(child) };
}

/** Writes the messages for events when told to. Killed when the test ends. */
export async function aMessageWriter(): Promise<{ begin: () => void; kill: () => Promise<unknown> }> {
  const child = forked("message-writer.ts");
  await once(child, "message");
  return { begin: () => void child.send("begin"), kill: () => killed(child) };
}

/** Sends the messages that are due when told to. Killed when the test ends. */
export async function aMessageSender(): Promise<{ begin: () => void; kill: () => Promise<unknown> }> {
  const child = forked("message-sender.ts");
  await once(child, "message");
  return { begin: () => void child.send("begin"), kill: () => killed(child) };
}

/** Where a worker dies: at which of its changes, counted from 1, including the opening of a file. */
export interface Death {
  readonly change: number;
  readonly where: "before" | "within" | "after";
}

/** Works on the job that is due when told to; dies with more than `heapMb` in memory. Killed when the test ends. */
export async function aJobRunner({ heapMb }: { heapMb?: number } = {}): Promise<{
  begin: () => void;
  /** Begins, and resolves to its exit code: 0 if it worked until its time was up or nothing was due. */
  run: () => Promise<number | null>;
  /** Begins, and is killed by SIGKILL unless it ends before that. */
  runUntil: (death: Death) => Promise<void>;
  kill: () => Promise<unknown>;
}> {
  const child = forked("job-runner.ts", heapMb ? [`--max-old-space-size=${heapMb}`] : []);
  await once(child, "message");
  return {
    begin: () => void child.send("begin"),
    run: () => {
      child.send("begin");
      return new Promise((resolve) => child.once("exit", resolve));
    },
    runUntil: async (death) => {
      const ended = once(child, "exit");
      child.send(death);
      await ended;
    },
    kill: () => killed(child),
  };
}

const importDrizzle = `--import=${new URL("../../core/db/pool/import-drizzle.mjs", import.meta.url).href}`;

function forked(program: string, execArgv: string[] = []): ChildProcess {
  const child = fork(join(import.meta.dirname, "programs", program), {
    execArgv: [importDrizzle, ...execArgv],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...process.env, DATABASE_CONNECTIONS: "4" },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function killed(child: ChildProcess): Promise<unknown> {
  // It may have ended on its own.
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  return ended;
}
