/** Installs and runs emulators, which are Python programs. */
import { execFile, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { access, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const startMs = 120_000;

export interface Emulator {
  readonly url: string;
  /** The last lines of its output, to explain a failure. */
  readonly lastWords: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

interface Program {
  /** Also the name of its folder in `.venv`. */
  readonly name: string;
  readonly requirements: readonly string[];
  /** The oldest minor version of Python 3 that it supports: 10 for 3.10. */
  readonly pythonMinor: number;
  /** The newest that it supports, if limited. */
  readonly pythonMinorMax?: number;
  /** In the `bin` of its folder. */
  readonly command: string;
  readonly url: string;
  /** An address that answers once it is up. */
  readonly healthPath: string;
  /** Gets its own folder, which is removed at the end. */
  readonly environment: (folder: string) => Readonly<Record<string, string>>;
}

/** Installs what is missing, starts it in its own process group, and waits until it answers. */
export async function startEmulator(program: Program): Promise<Emulator> {
  const bin = await installed(program);
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-emulator-"));
  const logFile = join(folder, "log");
  const log = createWriteStream(logFile);
  await new Promise((ready) => log.once("open", ready));
  const child = spawn(join(bin, program.command), {
    // Its Lambdas are child processes, and end with it.
    detached: true,
    cwd: folder,
    stdio: ["ignore", log, log],
    env: { HOME: folder, TMPDIR: folder, ...program.environment(folder) },
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
    url: program.url,
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
  while (!(await answers(program.url + program.healthPath))) {
    if (ended || performance.now() > giveUpAt) {
      const words = await emulator.lastWords();
      await emulator.stop();
      throw new Error(`${program.name} did not start: ${words}`);
    }
    await pause(200);
  }
  return emulator;
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Installs it from PyPI, once. Returns the folder of its programs. */
export async function installed({
  name,
  requirements,
  ...versions
}: Pick<Program, "name" | "requirements" | "pythonMinor" | "pythonMinorMax">): Promise<string> {
  const venv = resolve(".venv", name);
  const bin = join(venv, "bin");
  const stamp = join(venv, "installed");
  const wanted = requirements.join("\n");
  if ((await readFile(stamp, "utf8").catch(() => "")) === wanted) return bin;
  console.log(`Installing ${name} from PyPI into .venv …`);
  await makeVenv(venv, versions);
  await run(join(bin, "python"), ["-m", "pip", "install", "--quiet", ...requirements]);
  await writeFile(stamp, wanted);
  return bin;
}

type Versions = Pick<Program, "pythonMinor" | "pythonMinorMax">;

async function makeVenv(venv: string, versions: Versions): Promise<void> {
  const made = async () => {
    await rm(venv, { recursive: true, force: true });
    await run(await pythonOf(versions), ["-m", "venv", venv]);
    await access(join(venv, "bin/pip"));
  };
  await made().catch(async (error: unknown) => {
    const say = `${namesOf(versions)} with its venv module is needed: on Debian, \`apt-get install python3-venv\`.`;
    if (process.getuid?.() !== 0) throw new Error(say, { cause: error });
    await run("apt-get", ["install", "-y", "--no-install-recommends", "python3", "python3-venv"]).catch((cause) => {
      throw new Error(say, { cause });
    });
    await made();
  });
}

/** The newest suitable Python of this machine. */
async function pythonOf({ pythonMinor, pythonMinorMax = Number.POSITIVE_INFINITY }: Versions): Promise<string> {
  for (const program of ["python3.14", "python3.13", "python3.12", "python3"]) {
    const asked = await run(program, ["-c", "import sys; print(sys.version_info[1])"]).catch(() => ({ stdout: "0" }));
    const minor = Number(asked.stdout);
    if (minor >= pythonMinor && minor <= pythonMinorMax) return program;
  }
  throw new Error(`There is no ${namesOf({ pythonMinor, pythonMinorMax })} on this machine.`);
}

const namesOf = ({ pythonMinor, pythonMinorMax = Number.POSITIVE_INFINITY }: Versions): string => {
  if (pythonMinor === pythonMinorMax) return `Python 3.${pythonMinor}`;
  return Number.isFinite(pythonMinorMax)
    ? `Python 3.${pythonMinor} to 3.${pythonMinorMax}`
    : `Python 3.${pythonMinor} or newer`;
};
