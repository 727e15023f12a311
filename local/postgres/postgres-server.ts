/** A folder's server: created, started and stopped by PostgreSQL's own programs. */
import { execFile } from "node:child_process";
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { user } from "./postgres-folder.ts";
import { binaries, plainly, postgresUser, type Runner, run, runnerAs } from "./postgres-programs.ts";

/** Part of the name of a folder in which a database is being created. */
const unfinished = ".new-";
const removedPatiently = { recursive: true, force: true, maxRetries: 5 };
/** PostgreSQL's write-ahead log consists of files of this size: without space for one it stops, and may not start. */
const spaceMin = 16 * 1024 * 1024;

export type Server = Awaited<ReturnType<typeof serverIn>>;

export async function serverIn(data: string) {
  const { initdb, pg_ctl } = await binaries();
  refuseForShell(data);
  refuseForShell(pg_ctl);
  const owner = process.getuid?.() === 0 ? await postgresUser() : undefined;
  const log = join(data, "server.log");
  await mkdir(dirname(data), { recursive: true });
  const runner: Runner = owner ? await runnerAs(owner, [data, initdb]) : plainly;
  /** Where the output of the latest start begins in the log. That of earlier ones says nothing about it. */
  let outputFrom = 0;
  const lastOutput = async () => {
    const written = (await readFile(log).catch(() => Buffer.alloc(0))).subarray(outputFrom).toString();
    const lines = written.trim().split("\n").slice(-10);
    // Includes the reason and the output before it, and not only the exit.
    const cause = lines.findLastIndex((line) => /\b(FATAL|PANIC):/.test(line));
    return lines.slice(cause === -1 ? -4 : Math.max(0, cause - 3)).join(" ");
  };
  const lacksSpace = async () => {
    const { bavail, bsize } = await statfs(data);
    return bavail * bsize < spaceMin;
  };

  return {
    lastWords: lastOutput,
    lacksSpace,
    initialise: async (password: string, throwaway?: true) => {
      if (await exists(join(data, "PG_VERSION"))) return;
      // Created next to its place and then moved: a killed start leaves no half-made database, and of two starts at
      // once the second finds a complete one.
      const around = await mkdtemp(`${data}${unfinished}`);
      const [made, passwordFile] = [join(around, "data"), join(around, "password")];
      await writeFile(passwordFile, password, { mode: 0o600 });
      if (owner) for (const path of [around, passwordFile]) await chown(path, owner.uid, owner.gid);
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
        await rm(around, { recursive: true, force: true });
      }
    },
    /** Removes what killed starts have left. Only for the holder of the folder: other starts may be creating theirs. */
    removeUnfinished: async () => {
      const [folder, begins] = [dirname(data), basename(data) + unfinished];
      const left = (await readdir(folder)).filter((name) => name.startsWith(begins));
      // The initdb of a killed start may still be running, and write into it.
      await Promise.all(left.map((name) => rm(join(folder, name), removedPatiently).catch(() => {})));
    },
    /** Detached from the terminal, so that Ctrl-C does not stop a server that we still need. */
    start: async (port: number, throwaway?: true): Promise<number | undefined> => {
      const options = [
        ...[`-p ${port}`, "-c listen_addresses=127.0.0.1", "-c max_connections=200"],
        // In the data folder, which only its owner can enter. Relative, so the path's length does not matter to the
        // server.
        ...["-c unix_socket_directories=.", "-c unix_socket_permissions=0700"],
        ...(throwaway ? ["-c fsync=off", "-c synchronous_commit=off", "-c full_page_writes=off"] : []),
      ];
      outputFrom = (await stat(log).catch(() => ({ size: 0 }))).size;
      try {
        // Its output must be a file: the server inherits pg_ctl's, and a pipe would never close.
        await run(...runner(pg_ctl, ["start", "-s", "-w", "-D", data, "-l", log, "-o", options.join(" ")]));
        return port;
      } catch (error) {
        const output = await lastOutput();
        const sentence = `PostgreSQL did not start in ${data}: ${output || wordsOf(error)}`;
        if (await lacksSpace()) throw new Error(`${sentence}\nIts disk is full: free up space.`);
        // Another start may be a moment ahead of us, or a killed server not quite gone. Anything else is reported now.
        if (isInTheWay(wordsOf(error), output)) return undefined;
        const [, made, ours] = /initialized by PostgreSQL version (\S+),.* this version (\S+)\./.exec(output) ?? [];
        if (made) throw new Error(otherVersion(data, made, ours));
        throw new Error(sentence);
      }
    },
    stop: async () => void (await run(...runner(pg_ctl, ["stop", "-s", "-w", "-m", "fast", "-D", data]))),
    stopAtOnce: () => {
      const [program, args, options] = runner(pg_ctl, ["stop", "-s", "-W", "-m", "immediate", "-D", data]);
      execFile(program, args, options, () => {}).unref();
    },
  };
}

/** pg_ctl hands its paths to a shell, within double quotes. */
function refuseForShell(path: string): void {
  const isWindows = process.platform === "win32";
  if (!(isWindows ? /["`$\n\r]/ : /["`$\\\n\r]/).test(path)) return;
  throw new Error(
    `The embedded PostgreSQL cannot be in ${path}: the names of its folders may have no ", $, \`${isWindows ? "" : ", \\"} or line break. ` +
      "Set DATA_DIR to another folder, and keep the project in one without them too.",
  );
}

const otherVersion = (data: string, made: string, ours = "") =>
  `${data} was created by PostgreSQL ${made}. This version of the store has PostgreSQL ${ours}, which cannot read ` +
  "it. Run npm run backup with the previous version, and npm run restore with this one and another DATA_DIR.";

/**
 * Whether another server kept this one from starting. Only the server itself knows: pg_ctl suspects one behind each pid
 * file, also behind that of a killed server.
 */
const isInTheWay = (suspected: string, output: string): boolean =>
  /lock file|shared memory block .* in use/i.test(output) ||
  (/another server might be running/i.test(suspected) && !/\b(FATAL|PANIC):/.test(output));

const wordsOf = (error: unknown): string =>
  error instanceof Error && "stderr" in error && error.stderr ? String(error.stderr).trim() : String(error);

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
