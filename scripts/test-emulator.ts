/**
 * `npm run test:emulator`: deploys the real stacks with the real `sst deploy` to an emulated AWS on this machine, and
 * goes from a sign-in to a signed POST through API Gateway's address. It starts its own emulator and PostgreSQL, or
 * uses those of `AWS_ENDPOINT_URL` and `DATABASE_URL`. `EMULATOR_HOST` is this machine's name as seen by the emulator's
 * Lambdas. `--localstack` tests our queue and bus calls against LocalStack instead, which cannot run Lambdas without
 * Docker. `--upgrade-from=COMMIT` deploys that commit first, and then this code over it under load.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PutEventsCommand } from "@aws-sdk/client-eventbridge";
import * as location from "#core/contract/location";
import * as order from "#core/contract/order";
import * as product from "#core/contract/product";
import * as service from "#core/contract/service";
import * as session from "#core/contract/session";
import * as stock from "#core/contract/stock";
import * as webhook from "#core/contract/webhook";
import { optional } from "#core/environment";
import { eventBridge } from "#core/event/bus";
import { startPostgres } from "#local/postgres/postgres";
import { type Ask, clientOf } from "./emulator/client.ts";
import { startLocalStack } from "./emulator/localstack.ts";
import { startMiniStack } from "./emulator/ministack.ts";
import { uploadPicture } from "./emulator/picture.ts";
import { queueAndBus } from "./emulator/queue-and-bus.ts";
import { isGenuine, startReceiver } from "./emulator/receiver.ts";
import { treeOf, trickle } from "./emulator/upgrade.ts";

const withLocalStack = process.argv.includes("--localstack");
const upgradeFrom = process.argv.find((arg) => arg.startsWith("--upgrade-from="))?.split("=")[1];
const stage = "emulator";
const hostname = optional("EMULATOR_HOST") ?? "127.0.0.1";
/** MiniStack polls its queues one after another, and the event passes through two of them. */
const arrivalMs = 90_000;

const owner = { email: "owner@store.test", password: randomBytes(12).toString("hex") };
const closers: (() => Promise<unknown>)[] = [];
let [passed, failed] = [0, 0];

/** Later steps need its result: the first failure ends the run. */
async function check<T>(promise: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  try {
    const answer = await work();
    passed++;
    console.log(`ok      ${promise} (${((performance.now() - from) / 1000).toFixed(1)} s)`);
    return answer;
  } catch (error) {
    failed++;
    console.log(`failed  ${promise}`);
    throw error;
  }
}

function expect(holds: boolean, otherwise: () => unknown): asserts holds {
  if (!holds) throw new Error(`it was not so: ${JSON.stringify(otherwise())}`);
}

/** Runs a program to its end, and returns its output. @throws the output, if it fails */
const run = (program: string, ...args: string[]): Promise<string> => runIn(process.cwd(), program, ...args);

async function runIn(cwd: string, program: string, ...args: string[]): Promise<string> {
  let output = "";
  const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const code = await new Promise((done) => child.once("close", done));
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${output.slice(-4_000)}`);
  return output;
}

/** An emulator and a PostgreSQL, started or given, and the environment for the deploy and its functions. */
async function surroundings(): Promise<() => Promise<string>> {
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_REGION: "us-east-1",
    CI: "1",
    SST_TELEMETRY_DISABLED: "1",
    ADMIN_TOKEN: randomBytes(16).toString("hex"),
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
  });
  delete process.env["AWS_SESSION_TOKEN"];
  if (!optional("DATABASE_URL") && !withLocalStack) {
    const folder = join(tmpdir(), `quartermaster-emulator-${randomBytes(4).toString("hex")}`);
    const postgres = await startPostgres({ folder: join(folder, "postgres"), throwaway: true });
    closers.push(() => postgres.stop().finally(() => rm(folder, { recursive: true, force: true })));
    await postgres.create("store");
    process.env["DATABASE_URL"] = postgres.url("store");
  }
  if (optional("AWS_ENDPOINT_URL")) {
    if (!withLocalStack) closers.push(() => run("sst", "remove", "--stage", stage));
    return async () => "";
  }
  const emulator = await (withLocalStack ? startLocalStack() : startMiniStack());
  closers.push(emulator.stop);
  process.env["AWS_ENDPOINT_URL"] = emulator.url;
  return emulator.lastWords;
}

/** The deploy as a user would run it; the functions may reach the database by another name than we do. */
async function deploy(from = process.cwd()): Promise<string> {
  const here = optional("DATABASE_URL") ?? "";
  const there = new URL(here);
  if (hostname !== "127.0.0.1") there.hostname = hostname;
  process.env["DATABASE_URL"] = there.href;
  const printed = await runIn(from, "sst", "deploy", "--stage", stage);
  process.env["DATABASE_URL"] = here;
  // As printed: SST exits without waiting until .sst/outputs.json is written, which is then sometimes empty.
  const id = /ApiUrl.*?\/\/([^./]+)\.execute-api/.exec(printed)?.[1];
  expect(id !== undefined, () => printed);
  return `${optional("AWS_ENDPOINT_URL")}/_aws/execute-api/${id}/$default`;
}

/** Signs in and creates something to order, all through the API. */
async function readyStore(ask: Ask) {
  const { status, cookie } = await ask(session.signIn, owner);
  expect(status === 200 && cookie !== undefined, () => status);
  const places = await ask(location.list, {}, cookie);
  const place =
    places.body.items[0] ??
    (await ask(location.create, { code: "main", name: "Main", address: somewhere }, cookie)).body;
  const sku = `SKU-${randomBytes(4).toString("hex")}`;
  const made = await ask(
    product.create,
    { title: "Linen shirt", slug: sku.toLowerCase(), status: "active", variants: [{ sku, priceMinor: 1999 }] },
    cookie,
  );
  const variantId = made.body.variants[0]?.id;
  expect(variantId !== undefined, () => made.body);
  const received = await ask(stock.receive, { id: variantId, locationId: place.id, quantity: 1_000 }, cookie);
  expect(received.status === 200, () => received.body);
  return { cookie, variantId };
}

const somewhere = { line1: "12 Lake Road", city: "Pune", postalCode: "411001", country: "IN" };

async function road(): Promise<void> {
  await check("`cdk bootstrap` makes the account ready", () => run("cdk", "bootstrap", "aws://000000000000/us-east-1"));
  const address = await check(
    "`sst deploy` builds, makes every stack, migrates the database and makes the owner",
    deploy,
  );
  const ask = clientOf(address);
  await check("the API answers, on a database that is migrated", async () => {
    expect((await ask(service.health, {})).status === 200, () => "health");
    expect((await ask(service.ready, {})).status === 200, () => "ready");
  });
  await check("it refuses who does not say who they are", async () => {
    expect((await ask(order.list, {})).status === 401, () => "not 401");
  });
  const { cookie, variantId } = await check("the owner signs in and puts a product in stock", () => readyStore(ask));

  await check("a picture is uploaded by a signed request and published", () => uploadPicture(ask, cookie));

  const receiver = await startReceiver(hostname);
  closers.push(receiver.close);
  const endpoint = await check("an endpoint is registered", async () => {
    const { status, body } = await ask(webhook.createEndpoint, { url: receiver.url, events: ["order.*"] }, cookie);
    expect(status === 201, () => body);
    return body;
  });
  const { post, orderId } = await check("an order becomes a POST that its signature proves", async () => {
    const customer = { email: "asha@example.com", name: "Asha Rao", address: somewhere, payment: "manual" } as const;
    const { status, body } = await ask(order.create, { ...customer, lines: [{ variantId, quantity: 2 }] }, cookie);
    expect(status === 201, () => body);
    const first = await receiver.first("order.created", body.id, arrivalMs);
    expect(isGenuine(first, endpoint.secret), () => first.signature);
    expect(
      !isGenuine({ ...first, body: Buffer.concat([first.body, Buffer.from(" ")]) }, endpoint.secret),
      () => "any body fits",
    );
    return { post: first, orderId: body.id };
  });
  await check("the delivery log says that it arrived, at the first attempt", async () => {
    const { body } = await ask(webhook.listDeliveries, { endpointId: endpoint.id }, cookie);
    expect(body.items[0]?.status === "delivered" && body.items[0].attempts === 1, () => body);
  });
  await check("an event that the bus brings twice is sent once", async () => {
    const Detail = post.body.toString();
    const twice = {
      EventBusName: `${stage}-quartermaster-events`,
      Source: "quartermaster",
      DetailType: post.event.name,
    };
    await eventBridge().send(new PutEventsCommand({ Entries: [{ ...twice, Detail }] }));
    // A later event on the same way shows that this one has passed.
    const cancelled = await ask(order.cancel, { id: orderId }, cookie);
    expect(cancelled.status === 200, () => cancelled.body);
    await receiver.first("order.cancelled", orderId, arrivalMs);
    expect(receiver.posts.length === 2, () => receiver.posts.map(({ event }) => event.name));
  });
  await check("a second deploy changes nothing and the store goes on", async () => {
    await deploy();
    expect((await ask(session.read, {}, cookie)).status === 200, () => "the session is gone");
  });
}

/** From an older commit to this code, while orders are read and placed. */
async function upgrade(commit: string): Promise<void> {
  const before = await treeOf(commit);
  closers.push(before.remove);
  await check("`cdk bootstrap` makes the account ready", () => run("cdk", "bootstrap", "aws://000000000000/us-east-1"));
  const address = await check(`\`sst deploy\` of ${commit}`, () => deploy(before.folder));
  const ask = clientOf(address);
  const { cookie, variantId } = await check("the owner signs in and puts a product in stock", () => readyStore(ask));
  const customer = { email: "asha@example.com", name: "Asha Rao", address: somewhere, payment: "manual" } as const;
  const answers = async (status: number, response: Promise<{ status: number; body: unknown }>) => {
    const answer = await response;
    expect(answer.status === status, () => answer);
  };
  const going = trickle({
    "session.read": () => answers(200, ask(session.read, {}, cookie)),
    "order.list": () => answers(200, ask(order.list, {}, cookie)),
    "product.list": () => answers(200, ask(product.list, {}, cookie)),
    "order.create": () => answers(201, ask(order.create, { ...customer, lines: [{ variantId, quantity: 1 }] }, cookie)),
  });
  const deployed = check("`sst deploy` of this code over it", () => deploy());
  await deployed.catch(() => {});
  const { answered, failed: refused } = await going.stop();
  console.log(`        ${answered} requests answered meanwhile, ${refused.length} failed`);
  for (const what of refused.slice(0, 20)) console.log(`        ${what}`);
  await deployed;
  await check("no request fails meanwhile", async () => expect(refused.length === 0, () => refused.length));
  await check("the store goes on", async () => answers(200, ask(session.read, {}, cookie)));
}

let lastWords = async () => "";
try {
  lastWords = await surroundings();
  if (upgradeFrom) await upgrade(upgradeFrom);
  else await queueAndBus(check);
  if (!withLocalStack && !upgradeFrom) await road();
} catch (error) {
  if (failed === 0) failed++;
  console.error(error, await lastWords());
} finally {
  for (const close of closers.reverse()) await close().catch((error: unknown) => console.error(error));
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
