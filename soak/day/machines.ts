/** What a day's store runs on: its processes, its PostgreSQL and, where it is in several processes, its queues. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startFauxqs } from "fauxqs";
import { migrate } from "#core/db/migrate";
import { newSecretsKey } from "#core/secret";
import { type Child, startChild } from "#local/child";
import { freePort, type LocalPostgres, startPostgres } from "#local/postgres/postgres";
import type { Machines, Part } from "./troubles.ts";

/** @param apart whether one process takes requests and another works, with queues that both reach. Addresses stay. */
export async function machinesIn(
  parent: string,
  apart: boolean,
): Promise<Machines & { readonly url: string; readonly stop: () => Promise<void> }> {
  const ports: Record<Part, number> = { all: await freePort(), api: await freePort(), worker: await freePort() };
  const postgresPort = await freePort();
  const folder = join(parent, "postgres");
  const children = new Map<Part, Child>();
  let postgres: LocalPostgres | undefined;
  process.env["SECRETS_KEY"] = newSecretsKey();
  process.env["LOG_LEVEL"] ??= "SILENT";
  const parts: readonly Part[] = apart ? ["api", "worker"] : ["all"];
  const url = `http://127.0.0.1:${apart ? ports.api : ports.all}`;
  const queues = apart ? await startFauxqs({ port: 0, host: "127.0.0.1", logger: false }) : undefined;
  const shared = queues && {
    PUBLIC_URL: url,
    AWS_ENDPOINT_URL_SQS: `http://127.0.0.1:${queues.port}`,
    ...{ AWS_REGION: "eu-central-1", AWS_ACCESS_KEY_ID: "any", AWS_SECRET_ACCESS_KEY: "any" },
  };
  const kill = async (part: Part) => void (await children.get(part)?.end("SIGKILL"));
  const stopPostgres = async () => {
    await postgres?.stop();
    postgres = undefined;
  };
  return {
    url,
    parts,
    startPostgres: async () => {
      postgres = await startPostgres({ folder, port: postgresPort });
      await postgres.create("day");
      process.env["DATABASE_URL"] = postgres.url("day");
      await migrate(postgres.url("day"));
    },
    stopPostgres,
    killPostgres: async () => {
      const pid = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[0] ?? "";
      // With its children, as a machine without power: the postmaster alone would leave them for a moment.
      execFileSync("kill", ["-9", pid, ...childrenOf(pid)]);
      await postgres?.stop().catch(() => {});
      postgres = undefined;
    },
    start: async (part, clockShiftMs = 0) => {
      const { DATABASE_URL = "", SECRETS_KEY = "" } = process.env;
      const clock = `--import=${new URL("./clock.ts", import.meta.url).href}`;
      const child = await startChild({
        folder: join(parent, "store"),
        environment: {
          ...{ DATABASE_URL, SECRETS_KEY, ROLE: part, PORT: String(ports[part]), OWNER_PASSWORD: "a-day-password" },
          ...{ TEST_GATEWAY: "1", TEST_CARRIER: "1", LOG_LEVEL: "SILENT" },
          ...{ NODE_OPTIONS: clock, CLOCK_SHIFT_MS: String(clockShiftMs) },
          ...shared,
        },
      });
      children.set(part, child);
    },
    kill,
    purgeQueues: async () => queues?.reset(),
    stop: async () => {
      for (const part of parts) await kill(part);
      await stopPostgres();
      await queues?.stop();
    },
  };
}

const childrenOf = (pid: string): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
