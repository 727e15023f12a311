/** A server's folder: whether a server runs in it, and which process uses it. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import postgres from "postgres";
import { keptSecret } from "../kept-secret.ts";

export const user = "quartermaster";
export const urlOf = (port: number, password: string) => (database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

/** The number of an advisory lock that a runtime holds while it uses the server, so that a second one notices. */
const lockKey = 7_150_261_119;

/** A folder that this process holds while the connection lasts. */
export interface Held {
  readonly sql: postgres.Sql;
  /** Resolves when the connection is lost: the server died, or the connection was closed. */
  readonly closed: Promise<void>;
}

export const newPassword = () => randomBytes(24).toString("base64url");

/**
 * The superuser of PostgreSQL can run programs as the user who runs it. The password must therefore not be known to
 * every user of this machine; a file next to the data keeps it for the next start.
 */
export async function passwordBeside(data: string): Promise<string> {
  await mkdir(dirname(data), { recursive: true });
  return keptSecret(join(dirname(data), "postgres-password"), newPassword);
}

export const wrongPassword = (data: string): string =>
  `${join(dirname(data), "postgres-password")} is not the password of the PostgreSQL in ${data}. ` +
  `Put the old file back; without it, only a new folder (DATA_DIR) is of use.`;

const isPasswordRefused = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && error.code === "28P01";

/**
 * One connection, without the driver's own query for the database's types: its failure cannot be caught, so a server
 * that dies at that moment would end this process.
 */
const briefly = { max: 1, connect_timeout: 3, fetch_types: false, onnotice: () => {} };

/** The lines of a server's pid file. */
const pidFileOf = async (data: string): Promise<string[]> =>
  (await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n");

/** Whether the folder's server is shutting down: it accepts no more connections. */
export const isStopping = async (data: string): Promise<boolean> => (await pidFileOf(data))[7]?.trim() === "stopping";

/** The port of the server that runs in a folder, if it answers as that folder's server. */
export async function runningIn(data: string, password: string): Promise<number | undefined> {
  const lines = await pidFileOf(data);
  const port = Number(lines[3]);
  if (!Number.isInteger(port) || port === 0) return undefined;
  const sql = postgres(urlOf(port, password)("postgres"), briefly);
  try {
    const [row] = await sql<{ folder: string }[]>`select current_setting('data_directory') as folder`;
    return row?.folder === data ? port : undefined;
  } catch (error) {
    const isTheFolders = await serves(data, lines[0]);
    if (isTheFolders && isPasswordRefused(error)) throw new Error(wrongPassword(data));
    if (isTheFolders === false) await rm(join(data, "postmaster.pid"), { force: true });
    return undefined; // Another server's port, or not up yet: the attempt to start one will tell.
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Whether a process is the folder's server; undefined if the system does not tell. After a power cut, or in a restarted
 * container, the process id in the file may belong to another process; PostgreSQL finds it alive and refuses to start.
 * A server has the folder on its command line.
 */
async function serves(data: string, pid = ""): Promise<boolean | undefined> {
  const command = await readFile(join("/proc", pid, "cmdline"), "utf8").catch(() => undefined);
  return command?.includes(data);
}

/**
 * Claims the folder for this process. The lock ends with the connection, so one held by a killed start is released,
 * however process ids have been reused since.
 * @returns the connection that holds the lock, or undefined if the server does not accept connections yet.
 */
export async function hold(url: string, data: string): Promise<Held | "password refused" | undefined> {
  let lost = () => {};
  const closed = new Promise<void>((resolve) => {
    lost = resolve;
  });
  const options = { ...briefly, idle_timeout: 0, max_lifetime: null };
  const sql = postgres(url, { ...options, onclose: () => lost() });
  try {
    const [row] = await sql<{ held: boolean }[]>`select pg_try_advisory_lock(${lockKey}) as held`;
    if (row?.held) return { sql, closed };
  } catch (error) {
    await sql.end({ timeout: 1 });
    return isPasswordRefused(error) ? "password refused" : undefined;
  }
  await sql.end({ timeout: 1 });
  throw new Error(`Another start is using ${dirname(data)}: stop that one first, or set DATA_DIR to another folder.`);
}
