import { describe, expect, it } from "vitest";
import * as contract from "#core/contract/key";
import type { Id } from "#core/contract/kit/fields";
import { openApiOf } from "#core/contract/openapi/document";
import * as session from "#core/contract/session";
import * as staffArea from "#core/contract/staff";
import { rights, rightsAtFirst } from "#core/contract/values/rights";
import { db } from "#core/db/client";
import { eq, sql } from "#core/db/drizzle";
import { apiKeys, staff } from "#core/staff/staff.table";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aKey } from "../support/given/given.ts";
import { nothingChanged } from "../support/given/orders.ts";
import { aSignedIn, aVendor, password, roleHas } from "../support/given/people.ts";

const refused = (status: number, code: string) => ({ status, body: { error: { code } } });

describe("key.create", () => {
  it("returns the key only once, stores its hash, and the key passes the checks of its role", async () => {
    const { headers, id } = await aSignedIn();
    const made = await call(contract.create, { name: "Shipping robot", role: "staff" }, { headers });
    const { key } = made.body;
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: "Shipping robot",
        role: "staff",
        last4: key.slice(-4),
        createdBy: { id, name: "The owner" },
        expiresAt: null,
        revokedAt: null,
      },
    });
    expect(key).toMatch(/^qmk_[\w-]{43}$/);
    expect(await call(session.read, {}, { as: key })).toMatchObject({
      body: { kind: "key", id: made.body.id, role: "staff" },
    });
    expect(await call(staffArea.list, {}, { as: key })).toMatchObject(refused(403, "right.missing"));

    const [kept] = await db().select().from(apiKeys).where(eq(apiKeys.id, made.body.id));
    expect(JSON.stringify(kept)).not.toContain(key.slice(4));
    expect(JSON.stringify((await call(contract.list, { limit: 200 })).body)).not.toMatch(/qmk_|[0-9a-f]{64}/);
    const entries = await entriesAbout(made.body.id);
    expect(entries).toMatchObject([{ action: "key.create", after: { name: "Shipping robot", role: "staff" } }]);
    expect(JSON.stringify(entries)).not.toContain(key.slice(4));
  });

  // Only owners create keys, whatever other rights a user has.
  it("is for owners only, whatever rights another role has been given", async () => {
    await roleHas("manager", rights);
    const { headers } = await aSignedIn({ role: "manager" });
    expect(await call(contract.create, { name: "Mine", role: "staff" }, { headers })).toMatchObject(
      refused(403, "key.ownersOnly"),
    );
    const as = await aKey({ role: "manager" });
    expect(await call(contract.create, { name: "Mine", role: "staff" }, { as })).toMatchObject(
      refused(403, "key.ownersOnly"),
    );
    await roleHas("manager", rightsAtFirst("manager"));
  });

  // Otherwise the key would give full access until it expires, without being on the list of keys that the demotion
  // reports.
  it("creates none for an owner who is demoted, or with a key that is revoked, while the request is in progress", async () => {
    const { id, headers } = await aSignedIn();
    const as = await aKey();
    const { id: keyId } = (await call(session.read, {}, { as })).body;
    const late = { name: "Late", role: "owner" } as const;
    const { demoted } = await db().transaction(async (tx) => {
      await tx
        .update(staff)
        .set({ role: "manager" })
        .where(eq(staff.id, id as Id<"staff">));
      const demoted = call(contract.create, late, { headers });
      await untilSomebodyWaits();
      return { demoted };
    });
    const { revoked } = await db().transaction(async (tx) => {
      await tx
        .update(apiKeys)
        .set({ revokedAt: new Date() })
        .where(eq(apiKeys.id, keyId as Id<"key">));
      const revoked = call(contract.create, late, { as });
      await untilSomebodyWaits();
      return { revoked };
    });
    for (const answer of [await demoted, await revoked]) expect(answer).toMatchObject(refused(403, "right.missing"));
    expect(await db().select().from(apiKeys).where(eq(apiKeys.name, "Late"))).toEqual([]);
  });

  it("binds a vendor's key to its vendor, and refuses one without", async () => {
    const vendorId = await aVendor();
    expect(await call(contract.create, { name: "Feed", role: "vendor" })).toMatchObject({ status: 400 });
    const { body } = await call(contract.create, { name: "Feed", role: "vendor", vendorId });
    expect(await call(session.read, {}, { as: body.key })).toMatchObject({ body: { vendor: { id: vendorId } } });
  });

  // What is asked for would be dropped without a word.
  it.each([
    ["a storefront key with another role", { role: "manager", storefront: true }, "role"],
    ["a channel for a key that is no storefront's", { role: "staff", channel: "web" }, "channel"],
    ["a vendor for a role that is not bound to one", { role: "staff", vendorId: `ven_${"0".repeat(26)}` }, "vendorId"],
  ] as const)("refuses %s, and creates none", async (_, said, path) => {
    await nothingChanged(async () => {
      const answer = await call(contract.create, { name: "Wrong", ...said });
      expect(answer).toMatchObject({ status: 400, body: { error: { detail: { issues: [{ path }] } } } });
    });
  });

  it("refuses an expiry in the past, and the key gives no access once it has expired", async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const past = await call(contract.create, { name: "Late", role: "staff", expiresAt: "2020-01-01T00:00:00Z" });
    expect(past).toMatchObject({ status: 400, body: { error: { detail: { issues: [{ path: "expiresAt" }] } } } });
    const { body } = await call(contract.create, { name: "Trial", role: "staff", expiresAt: soon });
    expect(body.expiresAt).toBe(soon);
    expect(await call(session.read, {}, { as: body.key })).toMatchObject({ status: 200 });
    await db().update(apiKeys).set({ expiresAt: sql`now() - interval '1 second'` }).where(eq(apiKeys.id, body.id));
    expect(await call(session.read, {}, { as: body.key })).toMatchObject({ status: 401 });
  });
});

describe("a key for a shop", () => {
  const storefront = true;
  it.each([
    ["takes the role staff", 201, { role: "staff", storefront }],
    ["takes no other role", 400, { role: "manager", storefront }],
    ["alone has a channel", 400, { role: "staff", channel: "web" }],
  ] as const)("%s", async (_, status, more) => {
    expect((await call(contract.create, { name: "Shop", ...more })).status).toBe(status);
  });

  it("and a vendor's have their rules in the OpenAPI document", () => {
    const { requestBody } = openApiOf([contract.create], {}).paths[contract.create.path]!.post!;
    const { allOf } = requestBody!.content["application/json"].schema;
    const rules = JSON.stringify(allOf);
    for (const rule of ['"required":["vendorId"]', '"vendorId":false', '"role":{"const":"staff"}', '"channel":false'])
      expect(rules).toContain(rule);
  });
});

describe("key.revoke", () => {
  it("takes effect on the next request, and keeps the key on record with who revoked it and when", async () => {
    const { headers, id: owner } = await aSignedIn();
    const { body } = await call(contract.create, { name: "Leaked", role: "staff" });
    const answer = await call(contract.revoke, { id: body.id }, { headers });
    expect(answer).toMatchObject({ status: 200, body: { id: body.id, revokedBy: { id: owner, name: "The owner" } } });
    expect(await call(session.read, {}, { as: body.key })).toMatchObject({ status: 401 });
    const { items } = (await call(contract.list, { limit: 200 })).body;
    expect(items.find(({ id }) => id === body.id)!.revokedAt).toBe(answer.body.revokedAt);
    expect((await entriesAbout(body.id)).map(({ action }) => action)).toEqual(["key.create", "key.revoke"]);
  });

  it("revokes once, and answers 404 for an unknown key", async () => {
    const { body } = await call(contract.create, { name: "Twice", role: "staff" });
    const answers = await Promise.all([1, 2].map(() => call(contract.revoke, { id: body.id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await call(contract.revoke, { id: "key_00000000000000000000000000" })).toMatchObject(
      refused(404, "key.unknown"),
    );
  });

  // With the right to revoke keys, a manager must not be able to stop what the owner runs.
  it("refuses a key with more rights than the caller", async () => {
    await roleHas("manager", [...rightsAtFirst("manager"), "apikeys.write"]);
    const { headers } = await aSignedIn({ role: "manager" });
    const [owners, clerks] = await Promise.all(
      (["owner", "staff"] as const).map((role) => call(contract.create, { name: `A ${role}'s`, role })),
    );
    const answer = await call(contract.revoke, { id: owners!.body.id }, { headers });
    expect(answer).toMatchObject(refused(403, "right.beyond"));
    expect(await call(session.read, {}, { as: owners!.body.key })).toMatchObject({ status: 200 });
    expect(await call(contract.revoke, { id: clerks!.body.id }, { headers })).toMatchObject({ status: 200 });
    await roleHas("manager", rightsAtFirst("manager"));
  });

  // Someone who got hold of a key could otherwise come back with its rights as a person.
  it("withdraws the invitations that the key sent", async () => {
    const { body } = await call(contract.create, { name: "Leaked", role: "owner" });
    const invited = { email: "thief@store.test", name: "Thief", role: "owner" } as const;
    const sent = await call(staffArea.invite, invited, { as: body.key });
    await call(contract.revoke, { id: body.id });
    const accepted = { token: sent.body.link.split("token=")[1]!, password };
    expect(await call(staffArea.acceptInvitation, accepted, { as: null })).toMatchObject(
      refused(404, "invitation.unknown"),
    );
    expect((await entriesAbout(body.id)).at(-1)).toMatchObject({ after: { invitationsWithdrawn: 1 } });
  });
});

describe("a key", () => {
  // One write a minute: at a hundred requests a second, a write for each would make this row the busiest of the
  // database.
  it("records when it was last used, at most once a minute", async () => {
    const { body } = await call(contract.create, { name: "Busy", role: "staff" });
    const { body: idle } = await call(contract.create, { name: "Idle", role: "staff" });
    const used = async () => {
      await call(session.read, {}, { as: body.key });
      const [row] = await db().select().from(apiKeys).where(eq(apiKeys.id, body.id));
      return row!.lastUsedAt!.getTime();
    };
    const first = await used();
    expect(await used()).toBe(first);
    await db()
      .update(apiKeys)
      .set({ lastUsedAt: sql`last_used_at - interval '61 seconds'` })
      .where(eq(apiKeys.id, body.id));
    expect(await used()).toBeGreaterThanOrEqual(first);
    const [unused] = await db().select().from(apiKeys).where(eq(apiKeys.id, idle.id));
    expect(unused!.lastUsedAt).toBeNull();
  });
});
