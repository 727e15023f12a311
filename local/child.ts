import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** `npm start` in a child process, for a test or a measurement. */
export interface Child {
  readonly url: string;
  readonly process: ChildProcess;
  /** How it ended, once it has: the exit code or the signal. */
  readonly ended: Promise<number | string>;
  /** Everything it has printed so far. */
  readonly output: () => string;
  /**
   * Sends a signal, by default that of Ctrl-C, and resolves with how the process ended: the exit code or the signal.
   */
  readonly end: (signal?: "SIGINT" | "SIGTERM" | "SIGKILL") => Promise<number | string>;
}

interface Options {
  readonly folder: string;
  /** The child inherits nothing from this process's environment but the path. */
  readonly environment?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, "..");
/** The arguments after `run.mjs node` in package.json. */
const [, command = ""] = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts.start.split(" node ");
const words: readonly string[] = command.split(" ");
/** The flags that `npm start` gives Node. */
export const nodeFlags = words.filter((word) => word.startsWith("--"));
/** What `run.mjs` adds to the environment: Node's compile cache, and settings that return freed memory. */
export const nodeEnvironment = {
  NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node"),
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
};

/**
 * Starts the runtime on a free port with its data in `folder`, and resolves when it answers.
 * @throws its output, if it ends before that.
 */
export async function startChild({ folder, environment }: Options): Promise<Child> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      ...nodeEnvironment,
      PORT: "0",
      DEMO: "0",
      DATA_DIR: folder,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = new Promise<number | string>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? signal ?? "gone"));
  });
  const url = await new Promise<string>((found, failed) => {
    const read = (text: string) => {
      output += text;
      const [, address] = /is at (http:\/\/\S+)/.exec(output) ?? [];
      if (address) found(address);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", read);
    void ended.then(() => failed(new Error(output.trim())));
  });
  return {
    url,
    process: child,
    ended,
    output: () => output,
    end: (signal = "SIGINT") => {
      child.kill(signal);
      return ended;
    },
  };
}
