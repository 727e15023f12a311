/**
 * `npm run test:fuzz`: Schemathesis asks of a running store whatever the OpenAPI document allows, and much that it does
 * not, for two minutes or `--seconds=`. Every disagreement of the two is printed with the request that shows it, and
 * fails. It brings a store of its own, full of the demo's orders, and takes it away again. Other arguments are handed on.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as category from "#core/contract/category";
import * as doctor from "#core/contract/doctor";
import * as key from "#core/contract/key";
import * as location from "#core/contract/location";
import * as product from "#core/contract/product";
import * as session from "#core/contract/session";
import * as tax from "#core/contract/tax";
import * as variant from "#core/contract/variant";
import { type Child, startChild } from "#local/child";
import { type Ask, clientOf } from "./emulator/client.ts";
import { installed } from "./emulator/python.ts";

const schemathesis = { name: "schemathesis", requirements: ["schemathesis==4.32.5"], pythonMinor: 10 };
const owner = { email: "owner@store.test", password: randomBytes(12).toString("hex") };

const ours = join(import.meta.dirname, "fuzz");
const isSeconds = (argument: string) => argument.startsWith("--seconds=");
const given = process.argv.slice(2);
const seconds = Number(given.find(isSeconds)?.split("=")[1] ?? 120);

/** A store with something in it to find, and a way to ask it things. */
async function filledStore(folder: string): Promise<{ store: Child; ask: Ask }> {
  const store = await startChild({
    folder,
    environment: { DEMO: "1", OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password },
  });
  while (!store.output().includes("The demo store is full.")) await pause(200);
  return { store, ask: clientOf(store.url) };
}

/** Ids of things that there are to order and to put somewhere, by their prefixes. */
async function givenIds(ask: Ask, cookie: string | undefined): Promise<Readonly<Record<string, string>>> {
  const lists = [variant.list, product.list, location.list, category.list, tax.list] as const;
  const firsts = await Promise.all(lists.map(async (op) => (await ask(op, { limit: 1 }, cookie)).body.items[0]?.id));
  return Object.fromEntries(firsts.flatMap((id) => (id === undefined ? [] : [[id.slice(0, 4), id]])));
}

/** Answers Schemathesis' exit code: 0 when it has found nothing. What it writes goes into the folder. */
async function run(cwd: string, url: string, environment: Readonly<Record<string, string>>): Promise<number> {
  const bin = await installed(schemathesis);
  const hooks = { SCHEMATHESIS_HOOKS: join(ours, "hooks.py") };
  const child = spawn(
    join(bin, "st"),
    [
      ...["--config-file", join(ours, "schemathesis.toml"), "run", `${url}/api/openapi.json`],
      ...["--phases", "examples,coverage,fuzzing,stateful", "--max-time", String(seconds)],
      ...given.filter((argument) => !isSeconds(argument)),
    ],
    { stdio: ["ignore", "inherit", "inherit"], cwd, env: { ...process.env, ...hooks, ...environment } },
  );
  return new Promise((ended) => child.once("close", (code) => ended(code ?? 1)));
}

const folder = await mkdtemp(join(tmpdir(), "quartermaster-fuzz-"));
const { store, ask } = await filledStore(folder);
try {
  const { cookie, body: who } = await ask(session.signIn, owner);
  const { body: made } = await ask(key.create, { name: "Fuzz", role: "owner" }, cookie);
  process.exitCode = await run(folder, store.url, {
    API_KEY: made.key,
    API_KEY_ID: made.id,
    OWNER_ID: who.id,
    GIVEN_IDS: JSON.stringify(await givenIds(ask, cookie)),
  });

  const { body: found } = await ask(doctor.examine, {}, cookie);
  const wrong = found.checks.filter(({ status }) => status === "fail");
  for (const { name, sentence, rows } of wrong)
    console.error(`The doctor: ${name}: ${sentence} ${JSON.stringify(rows)}`);
  if (wrong.length > 0) process.exitCode = 1;
} finally {
  await store.end();
  await rm(folder, { recursive: true, force: true });
}
