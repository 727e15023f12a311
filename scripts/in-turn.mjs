// For run.mjs: no dependencies, and nothing newer than Node 18.
import { mkdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";

const abandonedMs = 10_000;

/**
 * Does work that two processes may not do at once; `wait` is called once if another does it now. Whoever can make the
 * folder has the turn, and touches it each second until it ends. If it was killed, one of those who wait takes over.
 */
export async function inTurn(folder, wait, work) {
  for (let waits = false; !isTaken(folder); waits = true) {
    if (!waits) wait();
    await pause(200);
  }
  const beat = setInterval(() => utimesSync(folder, new Date(), new Date()), 1_000);
  const leave = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", leave);
  await work();
  process.off("exit", leave);
  clearInterval(beat);
  leave();
}

function isTaken(folder) {
  if (isMade(folder)) return true;
  const touched = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  if (touched === undefined || Date.now() - touched < abandonedMs) return false;
  // To remove it could remove that of another who has just taken over. Whoever makes this in it has taken over.
  return isMade(join(folder, String(touched)));
}

function isMade(folder) {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error.code === "EEXIST" || error.code === "ENOENT") return false;
    throw error;
  }
}
