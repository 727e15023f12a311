/**
 * Rights that are taken away are gone from the keys created with them too: otherwise their holder regains them with
 * such a key.
 */

import { beforeEach, describe, expect, it } from "vitest";
import * as key from "#core/contract/key";
import type { Id } from "#core/contract/kit/fields";
import * as session from "#core/contract/session";
import * as staffArea from "#core/contract/staff";
import { rightsAtFirst } from "#core/contract/values/rights";
import * as vendorArea from "#core/contract/vendor";
import { db } from "#core/db/client";
import { eq } from "#core/db/drizzle";
import { apiKeys, roles, staff } from "#core/staff/staff.table";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aPerson, aSignedIn, aVendor, password, roleHas } from "../support/given/people.ts";

type How = Parameters<typeof call>[2];
const refused = (status: number, code: string) => ({ status, body: { error: { code } } });

/** A key with that role, created by the caller. */
const makes = async (how: How, name: string, role: "owner" | "manager" | "staff" = "owner") => {
  const { body, status } = await call(key.create, { name, role }, how);
  expect(status).toBe(201);
  return { id: body.id, as: body.key };
};
/** Keys created by keys: the first by the caller, each other by the one before it. */
const chainOf = async (how: How, ...names: string[]) => {
  const made: { id: Id<"key">; as: string }[] = [];
  for (const name of names) made.push(await makes(made.length > 0 ? { as: made.at(-1)!.as } : how, name));
  return made;
};
const opens = async (as: string) => (await call(session.read, {}, { as })).status === 200;
const namesOf = (keys: readonly { name: string }[]) => keys.map(({ name }) => name);

beforeEach(() => db().delete(roles));

describe("key.revoke", () => {
  it("names the working keys that the key had created, directly or not, and leaves them working", async () => {
    const [leaked, second, third] = await chainOf({}, "Leaked", "Second", "Third");
    const gone = await makes({ as: leaked!.as }, "Gone");
    await call(key.revoke, { id: gone.id });
    await makes({ as: second!.as }, "Clerk's", "staff");

    const { status, body } = await call(key.revoke, { id: leaked!.id });
    expect([status, namesOf(body.made), body.madeCount]).toEqual([200, ["Second", "Third", "Clerk's"], 3]);
    expect(body.made[0]).toEqual({
      id: second!.id,
      name: "Second",
      last4: second!.as.slice(-4),
      role: "owner",
      heldTo: null,
      lastUsedAt: expect.any(String),
    });
    expect([await opens(leaked!.as), await opens(second!.as), await opens(third!.as)]).toEqual([false, true, true]);
  });

  it("finds them through a key that was revoked before", async () => {
    const [leaked, second] = await chainOf({}, "Leaked", "Second", "Third");
    await call(key.revoke, { id: second!.id });
    expect(namesOf((await call(key.revoke, { id: leaked!.id })).body.made)).toEqual(["Third"]);
  });

  it("revokes them too on request, each with its own entry and its invitations", async () => {
    const [leaked, second, third] = await chainOf({}, "Leaked", "Second", "Third");
    const invited = { email: "back@store.test", name: "Back", role: "owner" } as const;
    const { body } = await call(staffArea.invite, invited, { as: third!.as });

    const answer = await call(key.revoke, { id: leaked!.id, andMade: true });
    expect([answer.status, namesOf(answer.body.made)]).toEqual([200, ["Second", "Third"]]);

    for (const one of [leaked!, second!, third!]) {
      expect(await opens(one.as)).toBe(false);
      expect((await entriesAbout(one.id)).at(-1)).toMatchObject({ action: "key.revoke" });
    }
    const accepted = { token: body.link.split("token=")[1]!, password };
    expect(await call(staffArea.acceptInvitation, accepted, { as: null })).toMatchObject(
      refused(404, "invitation.unknown"),
    );
  });

  // The answer to a revocation lists the keys that it had created, so that one can decide then.
  it("revokes the created keys after the key itself, if there are any left", async () => {
    const [leaked, second] = await chainOf({}, "Leaked", "Second");
    await call(key.revoke, { id: leaked!.id });
    expect(await call(key.revoke, { id: leaked!.id })).toMatchObject(refused(409, "key.revoked"));
    expect((await call(key.revoke, { id: leaked!.id, andMade: true })).status).toBe(200);
    expect(await opens(second!.as)).toBe(false);
    expect(await call(key.revoke, { id: leaked!.id, andMade: true })).toMatchObject(refused(409, "key.revoked"));
  });

  it("revokes none of them if one has more rights than the caller", async () => {
    await roleHas("manager", [...rightsAtFirst("manager"), "apikeys.write"]);
    const { headers } = await aSignedIn({ role: "manager" });
    const [first, second] = await chainOf({}, "First", "Second");
    await db().update(apiKeys).set({ role: "staff" }).where(eq(apiKeys.id, first!.id));
    expect(await call(key.revoke, { id: first!.id, andMade: true }, { headers })).toMatchObject(
      refused(403, "right.beyond"),
    );
    expect([await opens(first!.as), await opens(second!.as)]).toEqual([true, true]);
  });

  // The answer would be too large for the gateway, and the key that created them all could not be revoked.
  it("names two hundred of a great many, and revokes all", async () => {
    const { id, as } = await makes({}, "Leaked");
    const rows = Array.from({ length: 250 }, (_, n) => ({
      id: `key_${String(n).padStart(26, "0")}` as const,
      tokenHash: `many ${n}`,
      name: `Made ${n}`,
      last4: "0000",
      role: "owner" as const,
      createdBy: id,
      createdAt: new Date(),
    }));
    await db().insert(apiKeys).values(rows);
    const { body } = await call(key.revoke, { id, andMade: true });
    expect([body.made.length, body.madeCount]).toEqual([200, 250]);
    expect(await opens(as)).toBe(false);
    const kept = await db().select().from(apiKeys).where(eq(apiKeys.createdBy, id));
    expect(kept.filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
  });

  // A key that was creating another while it was revoked would have left a key that no one was told of.
  it("waits for a key that is being created, and finds it", async () => {
    const [leaked, second] = await chainOf({}, "Leaked", "Second");
    const { revoking } = await db().transaction(async (tx) => {
      await tx.select().from(apiKeys).where(eq(apiKeys.id, second!.id)).for("share");
      await tx.insert(apiKeys).values({
        id: "key_0000000000000000000000000z",
        tokenHash: "late",
        name: "Late",
        last4: "late",
        role: "owner",
        createdBy: second!.id,
        createdAt: new Date(),
      });
      const revoking = call(key.revoke, { id: leaked!.id, andMade: true });
      await untilSomebodyWaits();
      return { revoking };
    });
    expect(namesOf((await revoking).body.made).toSorted()).toEqual(["Late", "Second"]);
  });
});

describe("staff.setRole", () => {
  // A former owner still had their key, and made themselves owner again with it.
  it("limits the keys that a person created to their current role, and those that these created", async () => {
    const { id, headers } = await aSignedIn();
    const [own, second] = await chainOf({ headers }, "Own", "Second");
    const clerks = await makes({ headers }, "Clerk's", "staff");
    await aPerson();

    const { status, body } = await call(staffArea.setRole, { id, role: "manager" });
    expect([status, namesOf(body.keys), body.keyCount]).toEqual([200, ["Own", "Second"], 2]);
    expect(body.keys.map(({ role, heldTo }) => [role, heldTo])).toEqual([
      ["owner", "manager"],
      ["owner", "manager"],
    ]);

    for (const { as } of [own!, second!]) {
      expect((await call(session.read, {}, { as })).body).toMatchObject({
        role: "manager",
        rights: rightsAtFirst("manager"),
      });
      expect(await call(staffArea.setRole, { id, role: "owner" }, { as })).toMatchObject(refused(403, "right.missing"));
      expect(await call(key.create, { name: "Again", role: "owner" }, { as })).toMatchObject(
        refused(403, "right.missing"),
      );
    }
    expect((await call(session.read, {}, { as: clerks.as })).body.role).toBe("staff");
    expect((await entriesAbout(id)).at(-1)).toMatchObject({ after: { role: "manager", keysHeld: 2 } });
    expect((await entriesAbout(second!.id)).at(-1)).toMatchObject({
      action: "staff.setRole",
      before: { heldTo: null },
      after: { heldTo: "manager" },
    });
    const listed = (await call(key.list, { limit: 200 })).body.items.find((one) => one.id === own!.id);
    expect(listed).toMatchObject({ role: "owner", heldTo: "manager" });
  });

  it("limits them permanently: they stay limited if the person is an owner again, or gets more rights as a manager", async () => {
    const { id, headers } = await aSignedIn();
    const { as } = await makes({ headers }, "Own");
    await aPerson();
    await call(staffArea.setRole, { id, role: "staff" });
    await call(staffArea.setRole, { id, role: "owner" });
    expect((await call(session.read, {}, { as })).body.rights).toEqual(rightsAtFirst("staff"));
    expect(await call(key.create, { name: "Again", role: "owner" }, { as })).toMatchObject(
      refused(403, "right.missing"),
    );
    // Another demotion lowers them further, nothing raises them.
    await roleHas("vendor", ["orders.read"]);
    await call(staffArea.setRole, { id, role: "manager" });
    expect((await call(session.read, {}, { as })).body.rights).toEqual(rightsAtFirst("staff"));
  });

  // A manager with every right is still no owner: only owners create keys.
  it("limits an owner's key even if the lower role has every right", async () => {
    const { id, headers } = await aSignedIn();
    const { as } = await makes({ headers }, "Own");
    await aPerson();
    await roleHas("manager", rightsAtFirst("owner"));
    expect((await call(staffArea.setRole, { id, role: "manager" })).body.keyCount).toBe(1);
    expect(await call(key.create, { name: "Again", role: "owner" }, { as })).toMatchObject(
      refused(403, "key.ownersOnly"),
    );
  });

  // A lower role can be given rights that a higher one lacks.
  it("never gives a key a right that it did not have", async () => {
    const { id, headers } = await aSignedIn();
    const { as } = await makes({ headers }, "Manager's", "manager");
    await aPerson();
    await roleHas("manager", ["orders.read", "orders.pay"]);
    await roleHas("staff", ["orders.read", "store.write"]);
    await call(staffArea.setRole, { id, role: "staff" });
    expect((await call(session.read, {}, { as })).body.rights).toEqual(["orders.read"]);
  });

  it("limits the keys of someone who becomes a vendor's login to that vendor, and blocks those of another vendor", async () => {
    const [own, others] = [await aVendor("Own"), await aVendor("Other")];
    const { id, headers } = await aSignedIn();
    const { as } = await makes({ headers }, "Own");
    const ofOther = await call(key.create, { name: "Other's", role: "vendor", vendorId: others }, { headers });
    const ofOwn = await call(key.create, { name: "Own's", role: "vendor", vendorId: own }, { headers });
    await aPerson();
    const { body } = await call(staffArea.setRole, { id, role: "vendor", vendorId: own });
    expect(namesOf(body.keys).toSorted()).toEqual(["Other's", "Own"]);
    expect((await call(session.read, {}, { as })).body).toMatchObject({ role: "vendor", vendor: { id: own } });
    expect(await opens(ofOther.body.key)).toBe(false);
    expect((await call(session.read, {}, { as: ofOwn.body.key })).body).toMatchObject({ vendor: { id: own } });
    await call(vendorArea.edit, { id: own, active: false });
    expect(await opens(as)).toBe(false);
  });

  // The second role's rights took the place of the first's.
  it("keeps the first limit when it limits a key a second time", async () => {
    const { id, headers } = await aSignedIn();
    const { as, ...own } = await makes({ headers }, "Own");
    await aPerson();
    await roleHas("manager", ["orders.read", "customers.read"]);
    await roleHas("staff", ["orders.read", "store.write"]);
    await call(staffArea.setRole, { id, role: "manager" });
    await call(staffArea.setRole, { id, role: "staff" });
    const rightsNow = async () => (await call(session.read, {}, { as })).body.rights;
    expect(await rightsNow()).toEqual(["orders.read"]);
    await roleHas("staff", ["store.write"]);
    expect(await rightsNow()).toEqual([]);
    const listed = (await call(key.list, { limit: 200 })).body.items.find((one) => one.id === own.id);
    expect(listed).toMatchObject({ role: "owner", heldTo: "staff" });
  });

  it("keeps a key bound to the vendor it was limited to, and revokes it if its creator becomes another's", async () => {
    const [own, other] = [await aVendor("First"), await aVendor("Second")];
    const { id, headers } = await aSignedIn();
    const { as } = await makes({ headers }, "Own");
    await aPerson();
    await roleHas("vendor", ["orders.read", "catalog.read"]);
    await roleHas("staff", ["orders.read"]);
    await call(staffArea.setRole, { id, role: "vendor", vendorId: own });
    await call(staffArea.setRole, { id, role: "staff" });
    expect((await call(session.read, {}, { as })).body).toMatchObject({ vendor: { id: own }, rights: ["orders.read"] });
    const { body } = await call(staffArea.setRole, { id, role: "vendor", vendorId: other });
    expect([await opens(as), body.keys]).toEqual([false, []]);
  });

  it("withdraws the invitations that the keys sent", async () => {
    const { id, headers } = await aSignedIn();
    const { as } = await makes({ headers }, "Own");
    await aPerson();
    const invited = { email: "backdoor@store.test", name: "Back", role: "owner" } as const;
    const { body } = await call(staffArea.invite, invited, { as });
    await call(staffArea.setRole, { id, role: "staff" });
    const accepted = { token: body.link.split("token=")[1]!, password };
    expect(await call(staffArea.acceptInvitation, accepted, { as: null })).toMatchObject(
      refused(404, "invitation.unknown"),
    );
  });

  it("returns no keys if nothing is taken away", async () => {
    const { id } = await aSignedIn({ role: "staff" });
    expect((await call(staffArea.setRole, { id, role: "manager" })).body).toMatchObject({ keys: [], keyCount: 0 });
  });
});

describe("a key that is revoked or limited while its request is in progress", () => {
  // Rights were checked when the request arrived: a leaked key's last request must not create an owner.
  it.each([
    ["revoked", { revokedAt: new Date() }],
    ["held", { heldTo: "staff" as const }],
  ])("gives no one a role, and removes no one: %s", async (_, becomes) => {
    const clerk = await aPerson({ role: "staff" });
    for (const ask of [
      (as: string) => call(staffArea.setRole, { id: clerk.id, role: "owner" }, { as }),
      (as: string) => call(staffArea.remove, { id: clerk.id }, { as }),
    ]) {
      const { id, as } = await makes({}, "Leaked");
      const { late } = await db().transaction(async (tx) => {
        await tx.update(apiKeys).set(becomes).where(eq(apiKeys.id, id));
        const late = ask(as);
        await untilSomebodyWaits();
        return { late };
      });
      expect(await late).toMatchObject(refused(403, "right.missing"));
    }
    const [still] = await db().select().from(staff).where(eq(staff.id, clerk.id));
    expect(still).toMatchObject({ role: "staff", removedAt: null });
  });
});

describe("staff.remove", () => {
  it("names the keys that their keys created, too", async () => {
    const { id, headers } = await aSignedIn();
    await chainOf({ headers }, "Own", "Second");
    await aPerson();
    const { body } = await call(staffArea.remove, { id });
    expect([namesOf(body.keys), body.keyCount]).toEqual([["Own", "Second"], 2]);
  });
});
