/** An embedded PostgreSQL, from npm. */
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { socketMark } from "#core/db/pool/driver";
import { log } from "#core/log";
import {
  type Held,
  hold,
  isStopping,
  newPassword,
  passwordBeside,
  runningIn,
  urlOf,
  wrongPassword,
} from "./postgres-folder.ts";
import { exists, type Server, serverIn } from "./postgres-server.ts";

export interface LocalPostgres {
  readonly url: (database: string) => string;
  /**
   * For `core/db`: over the server's socket, which makes a request a tenth faster, if there is one with a path short
   * enough.
   */
  readonly nearUrl: (database: string) => string;
  /** Creates the database if it is missing. */
  readonly create: (database: string) => Promise<void>;
  readonly stop: () => Promise<void>;
  /** The end of its log. */
  readonly lastWords: () => Promise<string>;
}

interface Options {
  /** The data folder. Kept between starts unless `throwaway`. */
  readonly folder: string;
  readonly port?: number;
  /** For tests: without fsync, and deleted at the end. */
  readonly throwaway?: true;
  /**
   * If given, a server that dies is restarted at the same address; called with a sentence if that fails. Otherwise a
   * dead server stays dead.
   */
  readonly onLost?: (sentence: string) => void;
}

/** A killed server may have to replay its log before it answers, and a stopping one takes a while. */
const startMs = 60_000;
/** How often a start that fails at once is retried: what a killed server left behind is gone within seconds. */
const startsMax = 5;
/** How long to wait between starts while the disk is full. */
const fullMs = 3_000;
/** How often to check whether the server was told to stop. */
const hurryMs = 1_000;
/** A server that dies this often within a minute is given up. */
const deathsMax = 5;

/**
 * Starts the server, and initialises the folder on the first start, which takes about a second. As root it runs as a
 * user of its own, because PostgreSQL refuses to run as root. A server that a killed start left running is taken over.
 * @throws a sentence if another start uses the folder, its password is lost or PostgreSQL cannot work in it.
 */
export async function startPostgres({ folder, port, throwaway, onLost }: Options): Promise<LocalPostgres> {
  const data = resolve(folder);
  if (throwaway) await rm(data, { recursive: true, force: true });
  const password = throwaway ? newPassword() : await passwordBeside(data);
  const server = await serverIn(data);
  await server.initialise(password, throwaway);
  const taken = await take(server, { data, password, port, throwaway });
  await server.removeUnfinished();
  const url = urlOf(taken.port, password);
  const kept = onLost
    ? keep(taken.held, server, { data, password, port: taken.port }, onLost)
    : { held: () => taken.held, letGo: async () => taken.held.sql };
  // A test run that ends without teardown must not leave a server behind.
  const atExit = () => server.stopAtOnce();
  if (throwaway) process.once("exit", atExit);
  return {
    url,
    nearUrl: await nearUrlOf(url, data),
    create: async (database) => {
      const { sql } = kept.held();
      const [there] = await sql`select 1 from pg_database where datname = ${database}`;
      if (!there) await sql`create database ${sql(database)}`;
    },
    stop: async () => {
      const sql = await kept.letGo();
      await sql?.end({ timeout: 1 });
      if (sql) await server.stop();
      process.off("exit", atExit);
      if (throwaway) await rm(data, { recursive: true, force: true });
    },
    lastWords: server.lastWords,
  };
}

interface Place {
  readonly data: string;
  readonly password: string;
  readonly port?: number | undefined;
  readonly throwaway?: true | undefined;
}

/** The folder's server, started if it is not running, and locked for this process. */
async function take(server: Server, { data, password, port, throwaway }: Place): Promise<{ port: number; held: Held }> {
  const giveUpAt = performance.now() + startMs;
  let isOfThisCall = false;
  const giveUp = async (sentence: string): Promise<never> => {
    if (isOfThisCall) await server.stop().catch(() => {});
    throw new Error(sentence);
  };
  for (;;) {
    let running = await runningIn(data, password);
    if (running === undefined) {
      running = await server.start(port ?? (await freePort()), throwaway);
      isOfThisCall ||= running !== undefined;
    }
    const held = running !== undefined && (await hold(urlOf(running, password)("postgres"), data));
    if (held === "password refused") return giveUp(wrongPassword(data));
    if (running !== undefined && held) return { port: running, held };
    if (performance.now() > giveUpAt) {
      return giveUp(`PostgreSQL did not start in ${data}: ${await server.lastWords()}`);
    }
    await pause(200);
  }
}

/**
 * Restarts the server at the same address whenever it dies, until it is let go. `letGo` returns the connection that
 * holds the folder, or undefined if the server is gone for good.
 */
function keep(first: Held, server: Server, place: Place, onLost: (sentence: string) => void) {
  let held: Held | undefined = first;
  let stopping = false;
  const deaths: number[] = [];
  const again = async (): Promise<Held> => {
    const now = performance.now();
    deaths.push(now);
    if (deaths.filter((at) => now - at < 60_000).length > deathsMax && !(await server.lacksSpace())) {
      throw new Error(`PostgreSQL stops again and again: ${await server.lastWords()}`);
    }
    for (let start = 1; ; start++) {
      try {
        return (await take(server, place)).held;
      } catch (error) {
        if (stopping) throw error;
        // Someone has to free space. Until then nothing can be read either, but nothing is lost.
        if (await server.lacksSpace()) {
          if (start === 1) log.error("the disk is full: PostgreSQL starts once there is space", { error });
          await pause(fullMs);
        } else {
          if (start >= startsMax) throw error;
          await pause(1_000);
        }
      }
    }
  };
  const watch = async () => {
    while (held && !stopping) {
      await held.closed;
      if (stopping) return;
      await held.sql.end({ timeout: 1 });
      held = undefined;
      try {
        held = await again();
        log.warn("PostgreSQL had stopped, and runs again");
      } catch (error) {
        if (!stopping) onLost(error instanceof Error ? error.message : String(error));
      }
    }
  };
  // After a plain `kill` the server waits until all clients have disconnected, and our connection stays open.
  const hurry = async () => {
    while (!stopping) {
      await pause(hurryMs, undefined, { ref: false });
      if (!stopping && held && (await isStopping(place.data))) await server.stop().catch(() => {});
    }
  };
  const watching = watch();
  void hurry();
  return {
    held: () => held ?? first,
    letGo: async () => {
      stopping = true;
      if (!held) await watching;
      return held?.sql;
    },
  };
}

/** The maximum length of a socket's path: 107 bytes on Linux, 103 on macOS. */
const socketBytesMax = 103;

/** A server left by a start of an older version has no socket, and on Windows none has. */
async function nearUrlOf(url: LocalPostgres["url"], data: string): Promise<LocalPostgres["url"]> {
  const path = join(data, `.s.PGSQL.${new URL(url("postgres")).port}`);
  const isOfUse = Buffer.byteLength(path) <= socketBytesMax && (await exists(path));
  return isOfUse ? (database) => url(database) + socketMark + encodeURIComponent(path) : url;
}

/** How to reach the server that runs in a folder, if there is one. */
export async function runningUrl(folder: string): Promise<LocalPostgres["url"] | undefined> {
  const data = resolve(folder);
  const password = await passwordBeside(data);
  const port = await runningIn(data, password);
  return port === undefined ? undefined : urlOf(port, password);
}

/** A port that is free right now. */
export function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer();
    server.once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });
}
