import { execFile, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { access, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "#local/postgres";

const run = promisify(execFile);
const version = "1.4.21";
const venv = resolve(".venv");
const startMs = 30_000;

export interface Emulator {
  readonly url: string;
  /** The last lines it wrote, to understand a failure by. */
  readonly lastWords: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/**
 * A MiniStack of our own: an AWS in one Python process that runs Lambdas as local ones, without Docker. It needs no
 * name of the `*.localhost` kind to resolve, for we call it by number and its APIs by path.
 */
export async function startMiniStack(): Promise<Emulator> {
  await install();
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-emulator-"));
  const logFile = join(folder, "log");
  const modules = resolve("node_modules");
  const log = createWriteStream(logFile);
  await new Promise((ready) => log.once("open", ready));
  const child = spawn(join(venv, "bin/ministack"), {
    // A group of its own: its Lambdas are children of it, and end with it.
    detached: true,
    cwd: folder,
    stdio: ["ignore", log, log],
    env: {
      HOME: folder,
      TMPDIR: folder,
      STATE_DIR: join(folder, "state"),
      // Lambdas run on this project's Node, and find the AWS SDK that the real Lambda brings along.
      PATH: [join(modules, ".bin"), process.env["PATH"]].join(delimiter),
      NODE_PATH: modules,
      BIND_HOST: "127.0.0.1",
      GATEWAY_PORT: String(port),
    },
  });
  let ended = false;
  const end = new Promise<void>((done) => {
    child.once("error", () => done());
    child.once("exit", () => done());
  }).then(() => {
    ended = true;
  });
  const kill = () => {
    if (!ended && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  };
  process.once("exit", kill);
  const emulator: Emulator = {
    url: `http://127.0.0.1:${port}`,
    lastWords: async () => (await readFile(logFile, "utf8")).split("\n").slice(-40).join("\n"),
    stop: async () => {
      kill();
      await end;
      process.off("exit", kill);
      log.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
  const giveUpAt = performance.now() + startMs;
  while (!(await isUp(emulator.url))) {
    if (ended || performance.now() > giveUpAt) {
      const words = await emulator.lastWords();
      await emulator.stop();
      throw new Error(`MiniStack did not start: ${words}`);
    }
    await pause(200);
  }
  return emulator;
}

async function isUp(url: string): Promise<boolean> {
  return fetch(`${url}/_ministack/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Into `.venv`, from PyPI, once. */
async function install(): Promise<void> {
  const python = join(venv, "bin/python");
  const found = await run(python, ["-c", "import importlib.metadata as m; print(m.version('ministack'))"]).then(
    ({ stdout }) => stdout.trim(),
    () => "",
  );
  if (found === version) return;
  console.log(`Installing MiniStack ${version} from PyPI into .venv …`);
  await makeVenv();
  await run(python, ["-m", "pip", "install", "--quiet", `ministack==${version}`]);
}

async function makeVenv(): Promise<void> {
  const made = async () => {
    await run("python3", ["-m", "venv", venv]);
    await access(join(venv, "bin/pip"));
  };
  await made().catch(async (error: unknown) => {
    const say = "Python 3.10 or newer with its venv module is needed: on Debian, `apt-get install python3-venv`.";
    if (process.getuid?.() !== 0) throw new Error(say, { cause: error });
    await rm(venv, { recursive: true, force: true });
    await run("apt-get", ["install", "-y", "--no-install-recommends", "python3", "python3-venv"]).catch((cause) => {
      throw new Error(say, { cause });
    });
    await made();
  });
}
