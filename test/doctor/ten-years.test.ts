import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, expect, inject, it } from "vitest";
import { inYears } from "../../bench/years.ts";

const sql = postgres(inject("serverUrl"), { max: 1, onnotice: () => {} });
const mark = randomBytes(4).toString("hex");
const made: string[] = [];
const server = {
  url: (name: string) => inject("serverUrl").replace(/postgres$/, `${name}_${mark}`),
  create: async (name: string) => {
    await sql.unsafe(`create database ${name}_${mark}`);
    made.push(name);
  },
};
const { DATABASE_URL, SECRETS_KEY } = process.env;
afterAll(async () => {
  Object.assign(process.env, { DATABASE_URL, SECRETS_KEY });
  for (const name of made) await sql.unsafe(`drop database ${name}_${mark} with (force)`);
  await sql.end();
});

// At full size it takes half an hour, and must not fail at the end because of a broken query.
it("runs every query on a store with ten years of data, in which the doctor finds nothing", async () => {
  const rows = await inYears(server, [400], { small: 200, asked: 4 });
  expect(rows.length).toBeGreaterThan(50);
  const doctors = rows.filter(({ name }) => name.startsWith("doctor"));
  expect(doctors).toMatchObject([{ over: "" }, { over: "" }]);
  const asked = rows.filter((row) => !doctors.includes(row));
  expect(asked.filter((row) => !(Number(row["p50Ms"]) > 0 && Number(row["p50MsOf200"]) > 0))).toEqual([]);
});
