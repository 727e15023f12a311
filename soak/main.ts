/**
 * `npm run soak`: clients of several processes on a few stock levels, some of them killed, with a carrier and a gateway in trouble, and then the doctor.
 *   --seconds=120 --clients=64 --processes=4 --seed=1 --kill-every=1000 (operations; 0: never)
 * `npm run soak -- --day`: a day at the store, fifteen minutes of it unless --seconds says otherwise, in which everything is killed in turn.
 *   --apart: the store in two processes, one of which takes requests and the other works, with one queue service outside of both.
 * Exit 1 when a client saw a fault or the doctor finds one.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { disconnect } from "#core/db/client";
import { migrate } from "#core/db/migrate";
import { newSecretsKey } from "#core/secret";
import { startPostgres } from "#local/postgres/postgres";
import { settled } from "#test/support/settled";
import { soak } from "./soak.ts";
import { aWorld } from "./world.ts";

const { values: asked } = parseArgs({
  options: {
    day: { type: "boolean", default: false },
    apart: { type: "boolean", default: false },
    seconds: { type: "string" },
    clients: { type: "string", default: "64" },
    processes: { type: "string", default: "4" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    "kill-every": { type: "string", default: "1000" },
  },
});
const seed = Number(asked.seed);
console.log(`seed ${seed}`);

if (asked.day) {
  const { day } = await import("./day/day.ts");
  const { wrong, ...passed } = await day({ seed, seconds: Number(asked.seconds ?? 900), apart: asked.apart });
  console.log(JSON.stringify(passed, null, 2));
  for (const one of wrong) console.log(one);
  process.exit(wrong.length > 0 ? 1 : 0);
}

const server = await startPostgres({
  folder: join(tmpdir(), `quartermaster-soak-${process.pid}`, "postgres"),
  throwaway: true,
});
try {
  await server.create("soak");
  await migrate(server.url("soak"));
  process.env["DATABASE_URL"] = server.url("soak");
  process.env["SECRETS_KEY"] = newSecretsKey();
  process.env["LOG_LEVEL"] ??= "ERROR";

  const { world, keys } = await aWorld();
  const killEvery = Number(asked["kill-every"]);
  const { steps, faults, kills, operations, deadlocks, labels, payments, refunds } = await soak({
    world,
    keys,
    seed,
    seconds: Number(asked.seconds ?? 120),
    processes: Number(asked.processes),
    clients: Number(asked.clients),
    ...(killEvery > 0 && { killEvery }),
  });
  console.table(steps);
  const wrong = await settled({ figures: true });
  console.log(
    `${operations} operations, ${labels} labels, ${payments} payments, ${refunds} refunds, ${kills} processes killed, ${deadlocks} deadlocks, ${faults.length} faults, ${wrong.length} checks not ok`,
  );
  for (const fault of new Set(faults)) console.log(fault);
  for (const check of wrong) console.log(JSON.stringify(check, null, 2));
  process.exitCode = faults.length + wrong.length > 0 ? 1 : 0;
} finally {
  await disconnect();
  await server.stop();
}
