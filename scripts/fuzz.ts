/**
 * `npm run test:fuzz`: Schemathesis sends a running store what the OpenAPI document allows, and much that it does not,
 * for two minutes or `--seconds=`. Every mismatch between store and document is printed with its request, and fails the
 * run. It starts its own store with the demo's orders, and removes it at the end. Other arguments are passed on.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import * as cart from "#core/contract/cart";
import * as doctor from "#core/contract/doctor";
import { operations } from "#core/contract/index";
import * as key from "#core/contract/key";
import * as session from "#core/contract/session";
import { type Child, startChild } from "#local/child";
import { type Ask, clientOf } from "./emulator/client.ts";
import { installed } from "./emulator/python.ts";

const schemathesis = { name: "schemathesis", requirements: ["schemathesis==4.32.5"], pythonMinor: 10 };
const owner = { email: "owner@store.test", password: randomBytes(12).toString("hex") };

const ours = join(import.meta.dirname, "fuzz");
const isSeconds = (argument: string) => argument.startsWith("--seconds=");
const given = process.argv.slice(2);
const seconds = Number(given.find(isSeconds)?.split("=")[1] ?? 120);

/** A store with data, and a client for it. */
async function filledStore(folder: string): Promise<{ store: Child; ask: Ask }> {
  const store = await startChild({
    folder,
    environment: { DEMO: "1", OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password },
  });
  while (!store.output().includes("The demo store is full.")) await pause(200);
  return { store, ask: clientOf(store.url) };
}

/** Existing ids by prefix: the first of each list that has no required parameters. */
async function givenIds(ask: Ask, cookie: string | undefined): Promise<Readonly<Record<string, string>>> {
  const lists = operations.filter(
    ({ method, name, input }) => method === "GET" && /\.list$/.test(name) && takesNothing(input),
  );
  const pages = await Promise.all(lists.map(async (op) => listed.safeParse((await ask(op, {}, cookie)).body).data));
  return Object.fromEntries(pages.flatMap((page) => (page ? [[page.items[0].id.slice(0, 4), page.items[0].id]] : [])));
}

/** Creates a cart, as a storefront does. @returns its token. */
async function aCart(url: string, storefrontKey: string): Promise<string> {
  const headers = { authorization: `Bearer ${storefrontKey}`, "content-type": "application/json" };
  const response = await fetch(url + cart.create.path, { method: cart.create.method, headers, body: "{}" });
  return cart.create.output.parse(await response.json()).token;
}

const listed = z.object({ items: z.tuple([z.object({ id: z.string() })], z.unknown()) });
const takesNothing = (input: z.ZodType) => input.safeParse({}).success;

/** Returns Schemathesis' exit code: 0 if it found nothing. Its output goes into the folder. */
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
  const [made, shop] = await Promise.all(
    [{}, { storefront: true, role: "staff" as const }].map(async (more) => {
      const { body } = await ask(key.create, { name: "Fuzz", role: "owner", ...more }, cookie);
      return body;
    }),
  );
  if (!made || !shop) throw new Error("no keys");
  process.exitCode = await run(folder, store.url, {
    API_KEY: made.key,
    OURS: JSON.stringify([made.id, shop.id, who.id]),
    STOREFRONT_KEY: shop.key,
    CART_TOKEN: await aCart(store.url, shop.key),
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
