// Runs a program of this project on its own Node, whatever Node the machine has, and installs what is missing first.
// No dependencies, and nothing newer than Node 18: on a fresh clone this is the very first thing that runs.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import process from "node:process";

const root = resolve(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const modules = join(root, "node_modules");
const stamp = join(modules, ".installed-lock");
const locked = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== locked) {
  console.error("Installing what package-lock.json names (a minute or two, once) …");
  const installed = spawnSync("npm", ["ci", "--no-fund", "--no-audit", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (installed.status !== 0) process.exit(installed.status ?? 1);
  writeFileSync(stamp, locked);
}

const bin = join(modules, ".bin");
const [program = "", ...args] = process.argv.slice(2);
const isFile = /\.(ts|mjs)$/.test(program);
const child = spawn(join(bin, isFile ? "node" : program), isFile ? [program, ...args] : args, {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` },
});
// Ctrl-C reaches the whole process group by itself; a signal to npm alone has to be handed on.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
