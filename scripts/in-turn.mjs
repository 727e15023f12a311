// For run.mjs: no dependencies, and nothing newer than Node 18.
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";

const abandonedMs = 10_000;

/**
 * Does work that two processes may not do at once; `wait` is called once if another does it now. Whoever can make the
 * folder has the turn, and touches it each second until it ends. If it was killed, one of those who wait takes over.
 * Where the folder cannot be made, the work is done without a turn.
 */
export async function inTurn(folder, wait, work) {
  for (let waits = false; !isTaken(folder); waits = true) {
    if (!waits) wait();
    await pause(200);
  }
  const leave = hold(folder);
  process.once("exit", leave);
  await work();
  process.off("exit", leave);
  leave();
}

/** Someone can remove the folder, and another can take over from a process that was asleep: then it is not ours. */
function hold(folder) {
  const [holder, us] = [join(folder, "holder"), randomUUID()];
  const ifOurs = (does) => {
    try {
      if (readFileSync(holder, "utf8") === us) does();
    } catch {}
  };
  try {
    writeFileSync(holder, us);
  } catch {}
  const beat = setInterval(() => ifOurs(() => utimesSync(folder, new Date(), new Date())), 1_000);
  return () => {
    clearInterval(beat);
    ifOurs(() => rmSync(folder, { recursive: true, force: true }));
  };
}

function isTaken(folder) {
  if (isMade(folder)) return true;
  const touched = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  if (touched === undefined || Date.now() - touched < abandonedMs) return false;
  // To remove it could remove that of another who has just taken over. Whoever makes this in it has taken over.
  return isMade(join(folder, String(touched)));
}

/** Also if it cannot be made at all: a container's root is read-only, and its node_modules a volume. */
function isMade(folder) {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    return error.code !== "EEXIST" && error.code !== "ENOENT";
  }
}
