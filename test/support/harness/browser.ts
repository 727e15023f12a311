/** A real browser for the journeys: the Chromium of an npm package on Linux, an installed Chrome elsewhere. */
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { alone } from "#local/alone";

/** The package unpacks its browser if it finds none, and would start one that is only half unpacked. */
const unpacking = join(tmpdir(), "quartermaster-unpacking-chromium.lock");

/** Libraries that Chromium needs and a bare Linux may lack; the package brings its own, unpacked when this is set. */
const anOldLibrary = [
  "/lib/x86_64-linux-gnu/libnss3.so",
  "/usr/lib/x86_64-linux-gnu/libnss3.so",
  "/usr/lib64/libnss3.so",
];

export async function startBrowser(): Promise<Browser> {
  if (process.platform !== "linux" || process.arch !== "x64") return chromium.launch({ channel: "chrome" });
  if (!anOldLibrary.some(existsSync)) process.env["AWS_EXECUTION_ENV"] ??= "AWS_Lambda_nodejs22.x";
  const { default: packaged } = await import("@sparticuz/chromium");
  packaged.setGraphicsMode = false;
  return chromium.launch({
    executablePath: await alone(unpacking, () => packaged.executablePath()),
    args: [
      // As root there is no sandbox; the pages are our own.
      "--no-sandbox",
      ...["--disable-gpu", "--disable-dev-shm-usage", "--font-render-hinting=none"],
      // A journey's page lives for seconds: to optimise its code takes an eighth of its processor time for nothing.
      "--js-flags=--no-opt,--no-maglev",
    ],
  });
}
