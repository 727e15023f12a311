import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as audit from "#core/contract/audit";
import * as store from "#core/contract/store";
import * as vendor from "#core/contract/vendor";
import { db } from "#core/db/client";
import { codeOf } from "#core/db/error";
import { call } from "../support/call.ts";
import { aKey } from "../support/given.ts";
import { aSignedIn } from "../support/people.ts";

describe("audit.list", () => {
  it("answers who did what, newest first, with what it was before and after", async () => {
    const { headers, id } = await aSignedIn();
    const { body: made } = await call(vendor.create, { name: "Loom" }, { headers });
    await call(vendor.edit, { id: made.id, name: "Loom & Co" }, { headers });
    const { body } = await call(audit.list, { subjectId: made.id });
    expect(body.items).toMatchObject([
      {
        action: "vendor.edit",
        actor: { kind: "staff", id, name: "The owner", role: "owner" },
        subject: { type: "vendor", id: made.id },
        before: { name: "Loom" },
        after: { name: "Loom & Co" },
      },
      { action: "vendor.create", before: null, after: { name: "Loom", email: null } },
    ]);
    expect(body.items[0]!.changeId).not.toBe(body.items[1]!.changeId);
  });

  it("finds by actor, action, type of subject and time, and by all of them together", async () => {
    const { headers, id } = await aSignedIn();
    const { body: made } = await call(vendor.create, { name: "Kiln" }, { headers });
    await call(store.edit, { name: "Shop" }, { headers });
    const actions = async (asked: Parameters<typeof call<typeof audit.list>>[1]) =>
      (await call(audit.list, asked)).body.items.map(({ action }) => action);
    expect(await actions({ actor: id })).toEqual(["store.edit", "vendor.create", "session.signIn"]);
    expect(await actions({ actor: id, action: "vendor.create" })).toEqual(["vendor.create"]);
    expect(await actions({ actor: id, subjectType: "store" })).toEqual(["store.edit"]);
    const { at } = (await call(audit.list, { actor: id, subjectId: made.id })).body.items[0]!;
    const later = new Date(Date.parse(at) + 1).toISOString();
    expect(await actions({ actor: id, from: at })).toContain("vendor.create");
    expect(await actions({ actor: id, from: at, to: later })).toContain("vendor.create");
    expect(await actions({ actor: id, to: at })).not.toContain("vendor.create");
    expect(await actions({ actor: id, from: "1970-01-01T00:00:00Z", to: "1970-01-02T00:00:00Z" })).toEqual([]);
    expect(await actions({ actor: id, from: "9999-12-31T23:59:59Z" })).toEqual([]);
    expect(await actions({ actor: "stf_nobody" })).toEqual([]);
  });

  it("goes through everything once, page by page, while more is written", async () => {
    const { headers, id } = await aSignedIn();
    for (let n = 0; n < 7; n++) await call(vendor.create, { name: `Vendor ${n}` }, { headers });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await call(audit.list, { actor: id, limit: 3, ...(cursor && { cursor }) });
      seen.push(...body.items.map((item) => item.id));
      cursor = body.nextCursor ?? undefined;
      await call(vendor.create, { name: "Meanwhile" }, { headers });
    } while (cursor);
    expect(seen).toHaveLength(8);
    expect(seen).toEqual([...new Set(seen)].toSorted().reverse());
  });

  it("is closed to those without audit.read", async () => {
    expect(await call(audit.list, {}, { as: await aKey({ role: "staff" }) })).toMatchObject({
      status: 403,
      body: { error: { code: "right.missing", detail: { right: "audit.read" } } },
    });
  });
});

describe("the audit", () => {
  // Whoever can reach the database through the program must not be able to rewrite what they did.
  it.each(["update audit set actor_name = 'nobody'", "delete from audit", "truncate audit"])(
    "refuses: %s",
    async (statement) => {
      await call(vendor.create, { name: "A row to attack" });
      const before = await db().execute(sql`select * from audit order by id`);
      const attack = await db()
        .execute(sql.raw(statement))
        .then(
          () => "went through",
          (error: unknown) => codeOf(error),
        );
      expect(attack).toBe("23001");
      expect(await db().execute(sql`select * from audit order by id`)).toEqual(before);
    },
  );
});
