/** The migration as CloudFormation calls it: it always responds by PUT, as CloudFormation waits an hour for that. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { CloudFormationCustomResourceEvent } from "aws-lambda";
import postgres from "postgres";
import { afterAll, beforeEach, describe, expect, inject, it } from "vitest";
import { handler } from "#functions/deploy/migrate";

const answers: { Status: string; Reason?: string; PhysicalResourceId: string; RequestId: string }[] = [];
const contentTypes: (string | undefined)[] = [];
const cloudFormation = createServer(async (request, response) => {
  contentTypes.push(request.headers["content-type"]);
  answers.push(JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString()));
  response.end();
}).listen(0, "127.0.0.1");
await once(cloudFormation, "listening");
const answerTo = `http://127.0.0.1:${(cloudFormation.address() as AddressInfo).port}/answer?signed=yes`;

const server = postgres(inject("serverUrl"), { max: 1, onnotice: () => {} });
const name = `deploy_${process.pid}`;
await server.unsafe(`create database ${name}`);
const empty = inject("serverUrl").replace(/postgres$/, name);
const tables = async (): Promise<number> => {
  const sql = postgres(empty, { max: 1 });
  const rows = await sql`select from information_schema.tables where table_schema = 'public'`;
  await sql.end();
  return rows.length;
};

const before = { ...process.env };
afterAll(async () => {
  for (const variable of ["MIGRATIONS_DIGEST", "SETTINGS_DIGEST", "OWNER_EMAIL", "OWNER_PASSWORD"])
    delete process.env[variable];
  Object.assign(process.env, before);
  cloudFormation.close();
  await server.unsafe(`drop database ${name} with (force)`);
  await server.end();
});

beforeEach(() => {
  answers.length = 0;
  contentTypes.length = 0;
  Object.assign(process.env, { DATABASE_URL: empty, MIGRATIONS_DIGEST: "new", SETTINGS_DIGEST: "latest" });
});

const asked = (RequestType: "Create" | "Update" | "Delete", digest: string, settings = "latest") =>
  ({
    RequestType,
    RequestId: "request-1",
    StackId: "stack-1",
    LogicalResourceId: "Migrations",
    ResponseURL: answerTo,
    ResourceProperties: { ServiceToken: "arn", digest, settings },
  }) as unknown as CloudFormationCustomResourceEvent; // what CloudFormation sends, less what nobody reads

describe("the migration of a deploy", () => {
  it("does nothing when its stack is removed", async () => {
    await handler(asked("Delete", "new"));
    expect(answers).toMatchObject([{ Status: "SUCCESS", RequestId: "request-1" }]);
    expect(await tables()).toBe(0);
  });

  // The URL is signed for no content type: with one, S3 answers 403, and CloudFormation waits until the deploy fails.
  it("responds without a content type", async () => {
    await handler(asked("Delete", "new"));
    expect(contentTypes).toEqual([""]);
  });

  // The deploy has failed already: to run the new migrations now would leave the old code on the new schema, and to
  // fail again would leave the stack where only AWS's support gets it out.
  it("does nothing, and says so, while a deploy is rolled back", async () => {
    await handler(asked("Update", "old"));
    expect(answers).toMatchObject([{ Status: "SUCCESS" }]);
    expect(await tables()).toBe(0);
  });

  // The settings stay stored: a rollback would fail as the deploy did.
  it("does not fail because of settings that came with the deploy that is rolled back", async () => {
    process.env["DATABASE_URL"] = empty.replace(name, "no_such_database");
    await handler(asked("Update", "new", "earlier"));
    expect(answers).toMatchObject([{ Status: "SUCCESS" }]);
  });

  it("fails the deploy if the database does not answer", async () => {
    process.env["DATABASE_URL"] = empty.replace(name, "no_such_database");
    await handler(asked("Create", "new"));
    expect(answers).toMatchObject([{ Status: "FAILED", Reason: expect.stringContaining("no_such_database") }]);
  });

  // The reason is shown in a console, in logs and in emails.
  it("does not reveal the password when it fails", async () => {
    process.env["DATABASE_URL"] = "postgres://shop:hidden-password@127.0.0.1:1/shop";
    await handler(asked("Create", "new"));
    expect(answers[0]?.Status).toBe("FAILED");
    expect(JSON.stringify(answers)).not.toContain("hidden-password");
  });

  // A database in its own network cannot be reached to create the first owner by hand.
  it("creates the owner that the first deploy names, and no second one", async () => {
    Object.assign(process.env, { OWNER_EMAIL: "owner@store.test", OWNER_PASSWORD: "a long enough password" });
    await handler(asked("Create", "new"));
    process.env["OWNER_EMAIL"] = "another@store.test";
    await handler(asked("Update", "new"));
    expect(answers).toMatchObject([{ Status: "SUCCESS" }, { Status: "SUCCESS" }]);
    expect(JSON.stringify(answers)).not.toContain("a long enough password");
    const sql = postgres(empty, { max: 1 });
    expect(await sql`select email, role from staff`).toMatchObject([{ email: "owner@store.test", role: "owner" }]);
    await sql.end();
  });

  it("says why the owner could not be created, and not what the query contained", async () => {
    await handler(asked("Create", "new"));
    const sql = postgres(empty, { max: 1 });
    await sql`delete from staff`;
    await sql`alter table staff add constraint nobody check (false)`;
    Object.assign(process.env, { OWNER_EMAIL: "owner@store.test", OWNER_PASSWORD: "a long enough password" });
    await handler(asked("Update", "new"));
    await sql`alter table staff drop constraint nobody`;
    await sql.end();
    expect(answers[1]).toMatchObject({
      Status: "FAILED",
      Reason: expect.stringContaining('violates check constraint "nobody"'),
    });
    expect(JSON.stringify(answers)).not.toMatch(/owner@store\.test|scrypt/);
  });

  it("migrates, and does nothing the second time", async () => {
    await handler(asked("Create", "new"));
    const made = await tables();
    await handler(asked("Update", "new"));
    expect(answers).toMatchObject([{ Status: "SUCCESS" }, { Status: "SUCCESS" }]);
    expect(new Set(answers.map(({ PhysicalResourceId }) => PhysicalResourceId)).size).toBe(1);
    expect(made).toBeGreaterThan(10);
    expect(await tables()).toBe(made);
  });
});
