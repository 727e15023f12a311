/** `npm start`: Quartermaster on this machine until Ctrl-C, or the part of it that `ROLE` names. */

import { argumentsOf } from "#core/arguments";
import type { Id } from "#core/contract/kit/fields";
import { disconnect } from "#core/db/client";
import { isAway, reasonOf } from "#core/db/error";
import { switchedOn } from "#core/environment";
import { checkLogLevel, log } from "#core/log";
import { hasOwner } from "#core/staff/create-owner";
import { adminIsBuilt, buildAdmin } from "./build-admin.ts";
import { demoEndpoint, demoWasLeft, fillStore } from "./demo/demo.ts";
import { isDemoStore } from "./demo/store.ts";
import { type Credentials, firstOwner } from "./first-start.ts";
import { type Host, startHost } from "./host.ts";
import { hasShop, openShop } from "./http/shop.ts";
import { dataFolder } from "./local-store.ts";
import { openDatabase } from "./postgres/open-database.ts";
import { type Role, roleGiven } from "./role.ts";

process.env["POWERTOOLS_METRICS_DISABLED"] ??= "true";

/** One Ctrl-C arrives several times, from the terminal and from npm; a later one forces the exit. */
const samePressMs = 1_000;
/** A delivery takes 10 s at most; anything that takes longer than this hangs. */
const stopMsMax = 20_000;

/** Whether the PostgreSQL is the embedded one. Read now, because the start sets the variable to its address. */
const isOwn = !process.env["DATABASE_URL"];

/** Only a new embedded store gets the demo by default; an external PostgreSQL only with `DEMO=1`. */
const wantsDemo = () => switchedOn("DEMO") ?? isOwn;

/** A store keeps its owner, whatever OWNER_PASSWORD is set to later. */
const anew = isOwn ? `To start over, stop it and remove ${dataFolder()}.` : "";

/** A given password is known already, and does not belong on a screen. */
const isGiven = Boolean(process.env["OWNER_PASSWORD"]);
const whichPassword = isGiven ? "OWNER_PASSWORD" : "the password above";

const usage = "npm start takes no arguments: its settings are variables of the environment, as in PORT=5000 npm start.";

/** The demo while it is being made. */
let filling = Promise.resolve();

argumentsOf(usage, {});
try {
  // The console is read by people: warnings and errors, unless `LOG` or `LOG_LEVEL` asks for more.
  const isVerbose = switchedOn("LOG");
  checkLogLevel();
  if (!process.env["LOG_LEVEL"]) log.setLogLevel(isVerbose ? "INFO" : "WARN");
  const role = roleGiven();
  if (isOwn && (await isDemoStore(dataFolder(), wantsDemo()))) {
    process.env["TEST_GATEWAY"] ||= "1";
    process.env["TEST_CARRIER"] ||= "1";
  }
  if (role.name === "migrate") await prepare();
  else await run(role);
} catch (error) {
  console.error(sentenceOf(error));
  process.exit(1);
}

/** A driver's own words, such as "read ECONNRESET", do not say what to do. */
function sentenceOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ("path" in error && String(error.path).startsWith(dataFolder())) {
    return `The store keeps its data in ${dataFolder()}, which is not possible (${error.message}). Set DATA_DIR to a folder that this user may write to.`;
  }
  if (!isAway(error)) return reasonOf(error);
  return `The database could not be reached, or stopped, while the store was starting (${reasonOf(error.cause ?? error)}). ${isOwn ? "Start" : "Check that PostgreSQL runs and that DATABASE_URL is right, then start"} it again.`;
}

/** What has to run once before the other roles are started with new code. */
async function prepare(): Promise<void> {
  await openDatabase(dataFolder(), () => {});
  const owner = await firstOwner(sayPassword);
  await disconnect();
  console.log(`The database is up to date.${owner ? ` Sign in as ${owner.email} with ${whichPassword}` : ""}`);
}

async function run(role: Role): Promise<void> {
  const stopping = new AbortController();
  let admin = Promise.resolve();
  const starting = startHost({ port: portFrom(process.env["PORT"]), folder: dataFolder() });
  // Also during the start: PostgreSQL is detached, and would keep running.
  const end = stopOnSignal(async () => {
    stopping.abort();
    const host = await starting.catch(() => null);
    await Promise.all([filling, admin]);
    await host?.stop();
  });
  const host = await starting;
  if (stopping.signal.aborted) return;
  void host.lost.then((sentence) => {
    console.error(sentence);
    end(1);
  });
  if (role.serves) admin = buildPages(stopping.signal);
  try {
    if (role.serves) await welcome(host, stopping.signal);
    else console.log(`Quartermaster's worker is at ${host.url} and answers nothing but /api/health.`);
  } catch (error) {
    stopping.abort();
    await admin;
    await host.stop();
    throw error;
  }
}

/** Creates what a new store starts with, and prints how to sign in. */
async function welcome({ url }: Host, stopping: AbortSignal): Promise<void> {
  // Before the owner, because a later start takes an existing owner to mean that all of this exists.
  const endpoint = wantsDemo() && !(await hasOwner()) ? await demoEndpoint() : null;
  if (endpoint) await openShop(dataFolder());
  const owner = await firstOwner(sayPassword);
  console.log(wordsOfWelcome(url, owner, endpoint?.secret));
  if (!owner && wantsDemo() && (await demoWasLeft())) {
    console.log(`An earlier start ended before its demo was full, and its endpoint is switched off. ${anew}`);
  }
  if (owner && endpoint) filling = fill(endpoint.id, stopping);
}

/** In the background: meanwhile the API answers, and the admin's address shows that it is being built. */
async function buildPages(stopping: AbortSignal): Promise<void> {
  if (await adminIsBuilt()) return;
  console.log("The admin's pages are being built (once, some seconds) …");
  try {
    await buildAdmin(stopping);
    if (!stopping.aborted) console.log("The admin is built.");
  } catch (error) {
    if (!stopping.aborted) log.error("admin not built", { error });
  }
}

/** In the background: the store can be used while it fills, and a failing demo must not end it. */
async function fill(endpointId: Id<"endpoint">, stopping: AbortSignal): Promise<void> {
  try {
    await fillStore(endpointId, stopping);
    if (!stopping.aborted) console.log("The demo store is full.");
  } catch (error) {
    log.error("demo store not filled", { error });
  }
}

function portFrom(text = "4000"): number {
  const port = Number(text);
  if (text !== "" && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`PORT is "${text}": give a port, such as 4000.`);
}

function wordsOfWelcome(url: string, owner: Credentials | null, secret = "<an endpoint's secret>"): string {
  return [
    `Quartermaster is at ${url}`,
    `  sign in as   ${owner ? `${owner.email} with ${whichPassword}` : `the owner that the first start created. ${anew}`}`,
    `  the API      ${url}/api/docs`,
    ...(hasShop(dataFolder()) ? [`  a shop       ${url}/shop/`] : []),
    `  webhooks     WEBHOOK_SECRET="${secret}" npm run receiver`,
    "  Ctrl-C stops it.",
  ].join("\n");
}

function sayPassword({ email, password }: Credentials): void {
  if (!isGiven) console.log(`A new store: ${email} is its owner, with the password ${password} (shown this once).`);
}

/** @returns a function that ends the process in the same way without a signal, with the given exit code. */
function stopOnSignal(stop: () => Promise<void>): (exitCode: number) => void {
  let stoppingSince: number | undefined;
  const end = (exitCode: number) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > samePressMs) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    console.log("Stopping …");
    setTimeout(() => process.exit(1), stopMsMax).unref();
    stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(0));
  return end;
}
