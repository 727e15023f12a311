// Runs a program of this project on its own Node, whatever Node the machine has, and installs what is missing first.
// No dependencies, and nothing newer than Node 18: on a fresh clone this runs before anything is installed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, readFileSync, statSync, utimesSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { inTurn } from "./in-turn.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "node_modules");
const bin = join(modules, ".bin");
// npm writes this at the end of every install. If it is older than package-lock.json, something else is installed.
const installed = join(modules, ".package-lock.json");
const writtenAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

const giveUp = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

// `--omit=dev` before the program: a store needs it to run, so what only tests and deploys need is not installed.
const omitted = process.argv[2] === "--omit=dev";
const { dependencies, optionalDependencies, devDependencies } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
const missingOf = (wanted) => Object.keys(wanted ?? {}).filter((name) => !existsSync(join(modules, name)));
const missingToRun = () => missingOf({ ...dependencies, ...optionalDependencies });

// What Vite and its dependencies require.
const [major, minor] = process.versions.node.split(".").map(Number);
const isTooOld = major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 12);

const isOld = () => writtenAt(installed) < writtenAt(join(root, "package-lock.json")) || missingToRun().length > 0;
const isIncomplete = () => isOld() || (!omitted && missingOf(devDependencies).length > 0);
let isEnding = false;
if (isIncomplete()) {
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink())
    giveUp(`${modules} is a link, and npm would empty the folder it points to. Install there, or remove the link.`);
  if (isTooOld)
    giveUp(
      `This is Node ${process.versions.node}. Use 20.19, 22.12 or later: npm skips packages that require a newer Node.`,
    );
  const wait = () => console.error("Another command is installing the packages. Waiting until it is done …");
  // Two installs at once would remove each other's files.
  await inTurn(join(root, ".installing"), wait, async () => {
    if (isIncomplete()) await install();
  }).catch(({ message }) => giveUp(`The packages cannot be installed here (${message}).`));
}

async function install() {
  console.error("Installing the packages in package-lock.json (once; takes a minute or two) …");
  // `install` keeps what is there and adds the rest: a store may be running on it.
  const how = isOld() ? ["ci"] : ["install", "--no-save"];
  // Given in any case, because NODE_ENV would change npm's defaults.
  const flags = [omitted ? "--omit=dev" : "--include=dev", "--include=optional"];
  const npm = spawn("npm", [...how, ...flags, "--no-fund", "--no-audit", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  passSignals(npm);
  const [status] = await once(npm, "exit").catch(({ message }) =>
    giveUp(`npm could not be started (${message}): it comes with Node.js.`),
  );
  if (status !== 0 || isEnding) process.exit(status || 1);
  const missing = [...missingToRun(), ...(omitted ? [] : missingOf(devDependencies))];
  if (missing.length > 0)
    giveUp(
      `npm has not installed ${missing.slice(0, 3).join(", ")}, so node_modules is incomplete. Remove it and try again; npm's output is above.`,
    );
  // npm does not write its file if nothing was missing. What is installed now matches the lock.
  utimesSync(installed, new Date(), new Date());
}

/** Ctrl-C reaches the whole process group; a signal to npm alone has to be passed on. */
function passSignals(child) {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  const end = (signal) => {
    isEnding = true;
    clearInterval(watch);
    child.kill(signal);
  };
  // npm passes it to a shell, which ends without passing it on: here, only the end of that shell can be noticed.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) end("SIGTERM");
  }, 250);
  for (const signal of signals) process.on(signal, end);
  child.once("exit", () => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, end);
  });
}

const [program = "", ...args] = process.argv.slice(omitted ? 3 : 2);
const isFile = /\.(ts|mjs)$/.test(program);
const child = spawn(join(bin, isFile ? "node" : program), isFile ? [program, ...args] : args, {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`,
    // Node keeps compiled code here: a start takes a third of the time and half the memory.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, ".cache", "node"),
    // glibc would keep freed memory for each of Node's threads: some 10 MB for nothing.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "2",
    // Large buffers, such as a batch of an import, are returned one by one: glibc would raise this to the largest so far.
    MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? "131072",
  },
});
passSignals(child);
child.on("error", ({ message }) => giveUp(`${program || "The program"} could not be started: ${message}`));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
