/** The doctor from the command line, as a deploy or a nightly job runs it. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { db } from "#core/db/client";
import { createOwner } from "#core/staff/create-owner";
import { anOrder } from "../support/given/orders.ts";

const script = join(import.meta.dirname, "../../scripts/doctor.ts");

const doctor = (...args: string[]) =>
  new Promise<{ code: number; out: string }>((resolve) => {
    const child = execFile(process.execPath, [script, ...args], (_, out) =>
      resolve({ code: child.exitCode ?? -1, out }),
    );
  });

it("exits 0 for a consistent store and otherwise 1, with output for people and for programs", {
  timeout: 60_000,
}, async () => {
  await createOwner({ email: "owner@store.test", password: "a good password" });
  const { id } = await anOrder({ paid: true });
  await db().$client`update locations set is_default = true where id = (select min(id) from locations)`;
  const well = await doctor("--json");
  expect(well.code).toBe(0);
  expect(JSON.parse(well.out)).toMatchObject({ status: "ok", checks: { length: 15 } });

  await db().$client`update orders set captured_minor = captured_minor + 1 where id = ${id}`;
  const [ill, inWords] = [await doctor("--json"), await doctor()];
  expect(ill.code).toBe(1);
  const { checks } = JSON.parse(ill.out) as { checks: { number: number; status: string; rows: unknown[] }[] };
  expect(checks.filter(({ status }) => status === "fail")).toMatchObject([{ number: 11, rows: [{ orderId: id }] }]);
  expect(inWords.code).toBe(1);
  expect(inWords.out).toMatch(/^fail {2}11 payments/m);
  expect(inWords.out).toContain(id);

  const mended = await doctor("--repair");
  expect(mended.out).toMatch(new RegExp(`^recalculated +11 .*${id}`, "m"));
  expect(mended.code).toBe(0);
});
