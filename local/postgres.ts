/** A PostgreSQL of our own, from npm, on this machine. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { socketMark } from "#core/db/driver";
import { keptSecret } from "./kept-secret.ts";
import { binaries, plainly, postgresUser, type Runner, run, runnerAs } from "./postgres-programs.ts";

export interface LocalPostgres {
  readonly url: (database: string) => string;
  /** For `core/db`: by the server's socket, a tenth of a request faster, where there is one and its path is not too long. */
  readonly nearUrl: (database: string) => string;
  /** Makes the database unless it is there. */
  readonly create: (database: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface Options {
  /** Where the data lie. Kept between starts unless `throwaway`. */
  readonly folder: string;
  readonly port?: number;
  /** For tests: nothing is written through to the disk, and nothing is left behind. */
  readonly throwaway?: true;
}

const user = "quartermaster";
const urlOf = (port: number, password: string) => (database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

/** A fixed number of our own: held for as long as a runtime uses the server, so that a second one hears of it. */
const lockKey = 7_150_261_119;
/** A server that was killed may have to read its log again before it answers, and one that is stopping takes a while. */
const startMs = 60_000;

/**
 * Starts it, initialised on the first start; a second or so. As root it runs as a user of its own, for PostgreSQL
 * refuses to be root. A server left running by a start that was killed is taken over.
 * @throws a sentence, when the folder is in use by another start, its password is lost or PostgreSQL cannot work in it.
 */
export async function startPostgres({ folder, port, throwaway }: Options): Promise<LocalPostgres> {
  const data = resolve(folder);
  if (throwaway) await rm(data, { recursive: true, force: true });
  const password = throwaway ? newPassword() : await passwordBeside(data);
  const server = await serverIn(data);
  await server.initialise(password, throwaway);
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
    const url = running === undefined ? undefined : urlOf(running, password);
    const held = url && (await hold(url("postgres"), data));
    if (held === "password refused") return giveUp(strangePassword(data));
    if (url && held) return started(server, { url, nearUrl: await nearUrlOf(url, data) }, held, throwaway && data);
    if (performance.now() > giveUpAt) {
      return giveUp(`PostgreSQL did not start in ${data}: ${await server.lastWords()}`);
    }
    await pause(200);
  }
}

type Server = Awaited<ReturnType<typeof serverIn>>;

type Addresses = Pick<LocalPostgres, "url" | "nearUrl">;

function started(server: Server, addresses: Addresses, held: postgres.Sql, throwaway?: string): LocalPostgres {
  // A test run that ends without its teardown must not leave a server behind.
  const atExit = () => server.stopAtOnce();
  if (throwaway) process.once("exit", atExit);
  return {
    ...addresses,
    create: async (database) => {
      const [there] = await held`select 1 from pg_database where datname = ${database}`;
      if (!there) await held`create database ${held(database)}`;
    },
    stop: async () => {
      await held.end({ timeout: 1 });
      await server.stop();
      process.off("exit", atExit);
      if (throwaway) await rm(throwaway, { recursive: true, force: true });
    },
  };
}

/** What a system takes as a socket's path: 107 bytes on Linux, 103 on macOS. */
const socketBytesMax = 103;

/** A server that an older start left behind has no socket, nor has one on Windows. */
async function nearUrlOf(url: LocalPostgres["url"], data: string): Promise<LocalPostgres["url"]> {
  const path = join(data, `.s.PGSQL.${new URL(url("postgres")).port}`);
  const isOfUse = Buffer.byteLength(path) <= socketBytesMax && (await exists(path));
  return isOfUse ? (database) => url(database) + socketMark + encodeURIComponent(path) : url;
}

/** How to reach the server that runs in a folder, if one does. */
export async function runningUrl(folder: string): Promise<LocalPostgres["url"] | undefined> {
  const data = resolve(folder);
  const password = await passwordBeside(data);
  const port = await runningIn(data, password);
  return port === undefined ? undefined : urlOf(port, password);
}

const newPassword = () => randomBytes(24).toString("base64url");

/**
 * Whoever may sign in to PostgreSQL as its owner may run programs as the one who runs it: so not every user of this
 * machine knows the password, and a file beside the data keeps it for the next start.
 */
async function passwordBeside(data: string): Promise<string> {
  await mkdir(dirname(data), { recursive: true });
  return keptSecret(join(dirname(data), "postgres-password"), newPassword);
}

const strangePassword = (data: string): string =>
  `${join(dirname(data), "postgres-password")} is not the password of the PostgreSQL in ${data}. ` +
  `Put the old file back; without it, only a new folder (DATA_DIR) is of use.`;

const isPasswordRefused = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && error.code === "28P01";

/** The port of the server that runs in a folder, and answers as the folder's own. */
async function runningIn(data: string, password: string): Promise<number | undefined> {
  const lines = (await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  const port = Number(lines[3]);
  if (!Number.isInteger(port) || port === 0) return undefined;
  const sql = postgres(urlOf(port, password)("postgres"), { max: 1, connect_timeout: 3, onnotice: () => {} });
  try {
    const [row] = await sql<{ folder: string }[]>`select current_setting('data_directory') as folder`;
    return row?.folder === data ? port : undefined;
  } catch (error) {
    const isTheFolders = await serves(data, lines[0]);
    if (isTheFolders && isPasswordRefused(error)) throw new Error(strangePassword(data));
    if (isTheFolders === false) await rm(join(data, "postmaster.pid"), { force: true });
    return undefined; // Another server's port, or not up yet: starting one tells.
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Whether a process is the folder's server; undefined where nobody tells. After a power cut, or in a container that has
 * started again, the process id in the file may by now be somebody else's; PostgreSQL sees that one alive and refuses.
 * A server has the folder on its command line.
 */
async function serves(data: string, pid = ""): Promise<boolean | undefined> {
  const command = await readFile(join("/proc", pid, "cmdline"), "utf8").catch(() => undefined);
  return command?.includes(data);
}

/**
 * Takes the folder for this process. The lock goes with the connection, so one held by a killed start is free
 * again, whatever process ids have been given to others since.
 * @returns the connection that holds it, or undefined when the server is not up for it yet.
 */
async function hold(url: string, data: string): Promise<postgres.Sql | "password refused" | undefined> {
  const sql = postgres(url, { max: 1, idle_timeout: 0, max_lifetime: null, connect_timeout: 3, onnotice: () => {} });
  try {
    const [row] = await sql<{ held: boolean }[]>`select pg_try_advisory_lock(${lockKey}) as held`;
    if (row?.held) return sql;
  } catch (error) {
    await sql.end({ timeout: 1 });
    return isPasswordRefused(error) ? "password refused" : undefined;
  }
  await sql.end({ timeout: 1 });
  throw new Error(`Another start is using ${dirname(data)}: stop that one first, or set DATA_DIR to another folder.`);
}

async function serverIn(data: string) {
  const { initdb, pg_ctl } = await binaries();
  const owner = process.getuid?.() === 0 ? await postgresUser() : undefined;
  const log = join(data, "server.log");
  await mkdir(dirname(data), { recursive: true });
  const runner: Runner = owner ? await runnerAs(owner, [data, initdb]) : plainly;
  const lastWords = async () => (await readFile(log, "utf8").catch(() => "")).trim().split("\n").slice(-4).join(" ");

  return {
    lastWords,
    initialise: async (password: string, throwaway?: true) => {
      if (await exists(join(data, "PG_VERSION"))) return;
      // Made beside its place and then moved there: whoever is killed on the way leaves no half a database, and of
      // two that start together the second finds a whole one.
      const made = `${data}.new-${process.pid}`;
      const passwordFile = join(dirname(data), `.password-${process.pid}`);
      await mkdir(made, { recursive: true });
      await writeFile(passwordFile, password, { mode: 0o600 });
      if (owner) for (const path of [made, passwordFile]) await chown(path, owner.uid, owner.gid);
      try {
        const flags = ["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8"];
        const [program, args, options] = runner(initdb, [
          ...[`--pgdata=${made}`, `--username=${user}`, `--pwfile=${passwordFile}`, ...flags],
          ...(throwaway ? ["--no-sync"] : []),
        ]);
        await run(program, args, options);
        await rename(made, data);
      } catch (error) {
        if (await exists(join(data, "PG_VERSION"))) return;
        throw new Error(`PostgreSQL could not be set up in ${data}: ${wordsOf(error)}`);
      } finally {
        await rm(passwordFile, { force: true });
        await rm(made, { recursive: true, force: true });
      }
    },
    /** Detached from the terminal, so that a Ctrl-C reaches us and not the server that we still need. */
    start: async (port: number, throwaway?: true): Promise<number | undefined> => {
      const options = [
        ...[`-p ${port}`, "-c listen_addresses=127.0.0.1", "-c max_connections=200"],
        // In the data's own folder, which is closed to all others; so a path of any length will do for the server.
        ...["-c unix_socket_directories=.", "-c unix_socket_permissions=0700"],
        ...(throwaway ? ["-c fsync=off", "-c synchronous_commit=off", "-c full_page_writes=off"] : []),
      ];
      try {
        // Its output must be a file: pg_ctl hands its own on to the server, and a pipe would never close.
        await run(...runner(pg_ctl, ["start", "-s", "-w", "-D", data, "-l", log, "-o", options.join(" ")]));
        return port;
      } catch (error) {
        // Another start may be a moment ahead of us; the lock tells. Anything else is said now.
        if (/another server might be running|lock file/i.test(`${wordsOf(error)} ${await lastWords()}`))
          return undefined;
        throw new Error(`PostgreSQL did not start in ${data}: ${(await lastWords()) || wordsOf(error)}`);
      }
    },
    stop: async () => void (await run(...runner(pg_ctl, ["stop", "-s", "-w", "-m", "fast", "-D", data]))),
    stopAtOnce: () => {
      const [program, args, options] = runner(pg_ctl, ["stop", "-s", "-W", "-m", "immediate", "-D", data]);
      execFile(program, args, options, () => {}).unref();
    },
  };
}

const wordsOf = (error: unknown): string =>
  error instanceof Error && "stderr" in error && error.stderr ? String(error.stderr).trim() : String(error);

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** A port that nobody listens on right now. */
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
