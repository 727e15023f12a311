/** The real runtime as a child process, in a folder of its own that goes when the file's tests are over. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { type Child, startChild } from "#local/child";

const children = new Set<Child>();
const folders: string[] = [];

afterAll(async () => {
  await Promise.all([...children].map((child) => child.end()));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** An empty folder for `DATA_DIR`. As root the database's user must be able to walk into it. */
export async function aDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quartermaster-run-"));
  folders.push(folder);
  return folder;
}

/** Processes of this machine that name the folder: PostgreSQL's server and its workers among them. Linux tells in files. */
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
 * Signs in as the owner and answers a way to ask for things; anything but success throws what was answered. `origin` is
 * where the store's own pages are, when that is not where it is asked.
 */
export async function signedIn({ url }: Child, origin = url): Promise<Ask> {
  const headers: Record<string, string> = { "content-type": "application/json", origin };
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
