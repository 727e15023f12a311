/** Before each test file that may need one: a database of its own, cloned from the migrated template. */
import "./environment.ts";
import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, expect, inject } from "vitest";
import { disconnect } from "#core/db/client";

const name = `test_${randomBytes(6).toString("hex")}`;
const serverUrl = inject("serverUrl");

const server = postgres(serverUrl, { max: 1, onnotice: () => {} });
// The files are copied as they are, not through the log.
await server.unsafe(`create database ${name} template template strategy file_copy`);

process.env["DATABASE_URL"] = serverUrl.replace(/postgres$/, name);
process.env["DATABASE_CONNECTIONS"] = "10";

// Whatever a file did, the store it leaves must be consistent: otherwise the doctor would complain about a real one
// too.
afterAll(async () => {
  const { settled } = await import("../settled.ts");
  const untrue = await settled();
  await disconnect();
  await server.unsafe(`drop database ${name} with (force)`);
  await server.end();
  expect(untrue, "what the doctor finds after this file").toEqual([]);
});
