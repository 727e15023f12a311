/** The real runtime as a child process, in its own folder, which is removed when the file's tests end. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, inject } from "vitest";
import { alone } from "#local/alone";
import { type Child, startChild } from "#local/child";

const children = new Set<Child>();
const folders: string[] = [];

afterAll(async () => {
  await Promise.all([...children].map((child) => child.end()));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** An empty folder for `DATA_DIR`. When run as root, the database's user must be able to enter it. */
export async function aDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(inject("folder"), "run-"));
  folders.push(folder);
  return folder;
}

/**
 * A folder in which a store has begun before, and was stopped: with `owner`, and nothing else. The first file of the run
 * that needs one begins it, and each test gets a copy: to set PostgreSQL up is half of a first start.
 */
export async function aBegunFolder(): Promise<string> {
  const [begun, folder] = [join(inject("folder"), "begun"), await aDataFolder()];
  await alone(`${begun}.lock`, async () => {
    if (existsSync(begun)) return;
    const beginning = await aDataFolder();
    await (await aRuntime(beginning)).end();
    await rename(beginning, begun);
  });
  // PostgreSQL's files belong to a user of its own.
  await promisify(execFile)("cp", ["-a", `${begun}/.`, folder]);
  return folder;
}

/** Processes of this machine that name the folder, including PostgreSQL's. Linux lists them in files. */
export async function processesIn(folder: string): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
  return commands.filter((command) => command.includes(folder));
}

export const owner = { email: "owner@store.test", password: "correct horse battery staple" };

export async function aRuntime(folder?: string, environment: Readonly<Record<string, string>> = {}): Promise<Child> {
  const child = await startChild({
    folder: folder ?? (await aDataFolder()),
    environment: { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password, ...environment },
  });
  children.add(child);
  void child.process.once("close", () => children.delete(child));
  return child;
}

type Ask = <Body = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  more?: Readonly<Record<string, string>>,
) => Promise<Body>;

/**
 * Signs in as the owner and returns a function to make requests; it throws the response unless it is a success.
 * `origin` is where the store's own pages are, if that differs from where requests go.
 */
export async function signedIn({ url }: Child, origin = url): Promise<Ask> {
  // The runtime closes idle connections: one that it closes at that moment would be used again.
  const headers: Record<string, string> = { "content-type": "application/json", origin, connection: "close" };
  const ask: Ask = async (method, path, body, more) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, ...more },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answer}`);
    headers["cookie"] ??= response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    return JSON.parse(answer);
  };
  await ask("POST", "/api/admin/session", owner);
  return ask;
}

/** The status for a path that `fetch` would normalise first. */
export function statusAsSent({ url }: Child, path: string): Promise<number | undefined> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ port, host: "127.0.0.1", path }, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
  });
}
