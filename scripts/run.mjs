// Runs a program of this project on its own Node, whatever Node the machine has, and installs what is missing first.
// No dependencies, and nothing newer than Node 18: on a fresh clone this is the very first thing that runs.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync, statSync, utimesSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "node_modules");
const bin = join(modules, ".bin");
// npm writes this one at the end of every install: older than package-lock.json, it is an install of something else.
const installed = join(modules, ".package-lock.json");
const writtenAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

const giveUp = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

// `--omit=dev` in front of the program: it is one of those that a store needs to run, and not to be tested or deployed.
const omitted = process.argv[2] === "--omit=dev";
const { dependencies, optionalDependencies, devDependencies } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
const missingOf = (wanted) => Object.keys(wanted ?? {}).filter((name) => !existsSync(join(modules, name)));
const missingToRun = () => missingOf({ ...dependencies, ...optionalDependencies });

// What Vite and what it brings along ask for.
const [major, minor] = process.versions.node.split(".").map(Number);
const isTooOld = major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 12);

const isOld = writtenAt(installed) < writtenAt(join(root, "package-lock.json")) || missingToRun().length > 0;
if (isOld || (!omitted && missingOf(devDependencies).length > 0)) {
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink())
    giveUp(`${modules} is a link, and npm would empty what it leads to: install there, or take the link away.`);
  if (isTooOld)
    giveUp(`This is Node ${process.versions.node}: take 20.19, 22.12 or later, or npm leaves out what asks for it.`);
  console.error("Installing what package-lock.json names (a minute or two, once) …");
  // What is there stays where it is when the rest is added: a store may be running on it.
  const how = isOld ? ["ci"] : ["install", "--no-save"];
  // Whatever this shell's NODE_ENV is: it is not asked what this program needs.
  const flags = [omitted ? "--omit=dev" : "--include=dev", "--include=optional"];
  const install = spawnSync("npm", [...how, ...flags, "--no-fund", "--no-audit", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (install.error) giveUp(`npm could not be started (${install.error.message}): it comes with Node.js.`);
  if (install.status !== 0) process.exit(install.status ?? 1);
  const missing = [...missingToRun(), ...(omitted ? [] : missingOf(devDependencies))];
  if (missing.length > 0)
    giveUp(
      `npm has not installed ${missing.slice(0, 3).join(", ")}: node_modules is incomplete. Remove it and begin again; npm's own words are above.`,
    );
  // npm leaves its file alone when nothing was missing: what is installed is now as new as the lock.
  utimesSync(installed, new Date(), new Date());
}

const [program = "", ...args] = process.argv.slice(omitted ? 3 : 2);
const isFile = /\.(ts|mjs)$/.test(program);
const child = spawn(join(bin, isFile ? "node" : program), isFile ? [program, ...args] : args, {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`,
    // What Node has compiled once it keeps: a start takes a third of the time, and half the memory.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, ".cache", "node"),
    // glibc would keep memory that was freed for each of Node's threads: some 10 MB more, for nothing.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "2",
  },
});
// Ctrl-C reaches the whole process group by itself; a signal to npm alone has to be handed on.
// npm hands it to a shell, which ends without handing it on: then all that is heard of it here is that the shell is gone.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.env.npm_lifecycle_event && process.ppid !== parent) end("SIGTERM");
}, 250);
const end = (signal) => {
  clearInterval(watch);
  child.kill(signal);
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(signal));
child.on("error", ({ message }) => giveUp(`${program || "The program"} could not be started: ${message}`));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
