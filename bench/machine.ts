/**
 * The current speed of the machine. A shared one may be half as fast an hour later, and with it every other figure of
 * the run: use these figures to compare two runs.
 */
import { createHash } from "node:crypto";
import postgres from "postgres";
import type { LocalPostgres } from "#local/postgres/postgres";

export interface MachineRow {
  readonly name: string;
  readonly perSecond: number;
}

const measuredMs = 500;

export async function machine(server: LocalPostgres): Promise<MachineRow[]> {
  await server.create("machine");
  const sql = postgres(server.url("machine"), { max: 1, onnotice: () => {} });
  await sql`create table if not exists written (n integer)`;
  const megabyte = Buffer.alloc(2 ** 20);
  const document = JSON.stringify(Array.from({ length: 100 }, (_, n) => ({ n, name: `number ${n}`, half: n / 2 })));
  try {
    return [
      await counted("megabytes hashed by one core", async () => createHash("sha256").update(megabyte).digest()),
      await counted("documents of 4 kB parsed by one core", async () => JSON.parse(document)),
      await counted("round trips to PostgreSQL on one connection", () => sql`select 1`),
      await counted("commits to the disk on one connection", () => sql`insert into written values (1)`),
    ];
  } finally {
    await sql.end();
  }
}

async function counted(name: string, work: () => Promise<unknown>): Promise<MachineRow> {
  const began = performance.now();
  let times = 0;
  for (; performance.now() - began < measuredMs; times++) await work();
  return { name, perSecond: Math.round((times * 1000) / (performance.now() - began)) };
}
