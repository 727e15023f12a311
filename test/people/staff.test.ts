import { describe, expect, it } from "vitest";
import * as key from "#core/contract/key";
import type { Id } from "#core/contract/kit/fields";
import * as order from "#core/contract/order";
import * as session from "#core/contract/session";
import * as contract from "#core/contract/staff";
import { rights, rightsAtFirst } from "#core/contract/values/rights";
import { db } from "#core/db/client";
import { and, eq, isNull, sql } from "#core/db/drizzle";
import { createOwner } from "#core/staff/create-owner";
import { invitations, staff } from "#core/staff/staff.table";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aKey } from "../support/given/given.ts";
import { aPerson, aSignedIn, aVendor, password, roleHas, signedIn } from "../support/given/people.ts";

const nobody = "stf_00000000000000000000000000";
const refused = (status: number, code: string) => ({ status, body: { error: { code } } });
const tokenIn = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get("token")!;
let count = 0;
const invitee = (role: "owner" | "manager" | "staff" = "staff") => ({
  email: `new${++count}@store.test`,
  name: "New",
  role,
});
const accept = (link: string, more = {}) =>
  call(contract.acceptInvitation, { token: tokenIn(link), password, ...more }, { as: null });
const noOwners = () => db().update(staff).set({ removedAt: new Date() }).where(eq(staff.role, "owner"));
const owners = () =>
  db()
    .select()
    .from(staff)
    .where(and(eq(staff.role, "owner"), isNull(staff.removedAt)));

/** Changes a person's row, and commits once a concurrent request is waiting for it. */
const whileLocked = <Answer>(
  id: Id<"staff">,
  becomes: Partial<typeof staff.$inferInsert>,
  asked: () => Promise<Answer>,
): Promise<{ answer: Promise<Answer> }> =>
  db().transaction(async (tx) => {
    await tx.update(staff).set(becomes).where(eq(staff.id, id));
    const answer = asked();
    await untilSomebodyWaits();
    return { answer };
  });

describe("an invitation", () => {
  it("adds a member with the role they were invited to, signed in at once", async () => {
    const { email } = { email: "asha@store.test" };
    const sent = await call(contract.invite, { email: "Asha@Store.test", name: "Asha", role: "staff" });
    expect(sent).toMatchObject({ status: 201, body: { email, role: "staff", vendorId: null } });

    const joined = await accept(sent.body.link);
    expect(joined).toMatchObject({ status: 201, body: { kind: "staff", name: "Asha", email, role: "staff" } });
    expect(joined.body.rights).toEqual(rightsAtFirst("staff"));
    const cookie = joined.cookies[0]!.split(";")[0]!;
    expect(await call(session.read, {}, { headers: { cookie } })).toMatchObject({ body: { email } });
    expect(await signedIn(email)).toBeDefined();

    const [entry] = await entriesAbout(joined.body.id);
    expect(entry).toMatchObject({ action: "staff.acceptInvitation", actorKind: "staff", actorId: joined.body.id });
    expect(JSON.stringify(await entriesAbout(sent.body.id))).not.toContain(tokenIn(sent.body.link));
  });

  // Otherwise anyone who can set a Host header could make the link, and the token in it, point to their own server.
  it("has a link to the configured address, whatever the Host header says", async () => {
    const { body } = await call(contract.invite, invitee(), {
      headers: { host: "evil.test", "x-forwarded-host": "evil.test", origin: "https://evil.test" },
    });
    expect(body.link).toMatch(/^https:\/\/store\.test\/accept-invitation#token=[\w-]{43}$/);
    const [kept] = await db().select().from(invitations).where(eq(invitations.id, body.id));
    expect(kept!.tokenHash).not.toContain(tokenIn(body.link));
  });

  it("works once, even if two accept it at once", async () => {
    const { body } = await call(contract.invite, invitee());
    const answers = await Promise.all([accept(body.link), accept(body.link)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404]);
    expect(await accept(body.link)).toMatchObject(refused(404, "invitation.unknown"));
    expect(await db().select().from(staff).where(eq(staff.email, body.email))).toHaveLength(1);
  });

  it("refuses a password that is among the first guesses, and stays valid", async () => {
    const { body } = await call(contract.invite, invitee());
    for (const common of ["1234567890", "0000000000", "PASSWORD123"]) {
      expect(await accept(body.link, { password: common })).toMatchObject({
        status: 400,
        body: { error: { detail: { issues: [{ path: "password" }] } } },
      });
    }
    expect(await accept(body.link)).toMatchObject({ status: 201 });
  });

  it("no longer works once it has expired, was withdrawn, or was replaced by a second one", async () => {
    const [expired, withdrawn, replaced] = [invitee(), invitee(), invitee()];
    const first = await call(contract.invite, expired);
    expect(first.body.expiresAt).toBe(new Date(Date.parse(first.body.createdAt) + 7 * 86_400_000).toISOString());
    await db()
      .update(invitations)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(invitations.id, first.body.id));
    expect(await accept(first.body.link)).toMatchObject(refused(404, "invitation.unknown"));

    const second = await call(contract.invite, withdrawn);
    expect(await call(contract.withdrawInvitation, { id: second.body.id })).toMatchObject({ status: 200 });
    expect(await call(contract.withdrawInvitation, { id: second.body.id })).toMatchObject(
      refused(404, "invitation.unknown"),
    );
    expect(await accept(second.body.link)).toMatchObject(refused(404, "invitation.unknown"));
    expect((await entriesAbout(second.body.id)).map(({ action }) => action)).toEqual([
      "staff.invite",
      "staff.withdrawInvitation",
    ]);

    const third = await call(contract.invite, replaced);
    const fourth = await call(contract.invite, { ...replaced, role: "manager" });
    expect(await accept(third.body.link)).toMatchObject(refused(404, "invitation.unknown"));
    expect(await accept(fourth.body.link)).toMatchObject({ status: 201, body: { role: "manager" } });
  });

  it("is open only once, however many invite the same address at once", async () => {
    const one = invitee();
    const answers = await Promise.all([1, 2, 3].map(() => call(contract.invite, one)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const { body } = await call(contract.listInvitations, { limit: 200 });
    expect(body.items.filter(({ email }) => email === one.email)).toHaveLength(1);
    const accepted = await Promise.all(answers.map(({ body }) => accept(body.link)));
    expect(accepted.map(({ status }) => status).toSorted()).toEqual([201, 404, 404]);
  });

  it("refuses a team member, a vendor login without a vendor, and an unknown vendor", async () => {
    const { email } = await aPerson();
    expect(await call(contract.invite, { email, name: "Again", role: "staff" })).toMatchObject(
      refused(409, "staff.exists"),
    );
    const vendor = { email: "seller@store.test", name: "Seller", role: "vendor" as const };
    expect(await call(contract.invite, vendor)).toMatchObject({
      status: 400,
      body: { error: { detail: { issues: [{ path: "vendorId" }] } } },
    });
    const unknown = "ven_00000000000000000000000000" as const;
    expect(await call(contract.invite, { ...vendor, vendorId: unknown })).toMatchObject(refused(404, "vendor.unknown"));
    const vendorId = await aVendor();
    expect(await call(contract.invite, { ...invitee(), vendorId })).toMatchObject({ status: 400 });
    expect(await call(contract.invite, { ...vendor, vendorId })).toMatchObject({ status: 201, body: { vendorId } });
  });

  // With `team.write` alone, a manager could otherwise make themselves an owner through a second mailbox.
  it("cannot be for a role with a right that the inviter lacks", async () => {
    await roleHas("manager", [...rightsAtFirst("staff"), "team.read", "team.write"]);
    const { headers } = await aSignedIn({ role: "manager" });
    const answer = await call(contract.invite, invitee("owner"), { headers });
    expect(answer).toMatchObject(refused(403, "right.beyond"));
    expect(answer.body.error!.detail!["rights"]).toContain("roles.write");
    expect(await call(contract.invite, invitee("staff"), { headers })).toMatchObject({ status: 201 });
  });

  it("is withdrawn when its sender is removed, so that no one returns through their own invitation", async () => {
    await roleHas("manager", [...rightsAtFirst("staff"), "team.read", "team.write"]);
    const sender = await aSignedIn({ role: "manager" });
    const { body } = await call(contract.invite, invitee("manager"), { headers: sender.headers });
    await call(contract.remove, { id: sender.id });
    expect(await accept(body.link)).toMatchObject(refused(404, "invitation.unknown"));
  });

  // Rights are checked before the work begins: an invitation in progress while its sender is removed would be their way
  // back.
  it("is not sent by someone who is removed, or given another role, while the request is in progress", async () => {
    await roleHas("manager", [...rightsAtFirst("staff"), "team.read", "team.write"]);
    for (const gone of [{ removedAt: new Date() }, { role: "staff" as const }]) {
      const { id, headers } = await aSignedIn({ role: "manager" });
      const { email, ...more } = invitee();
      const asked = await whileLocked(id, gone, () => call(contract.invite, { email, ...more }, { headers }));
      expect(await asked.answer).toMatchObject(refused(403, "right.missing"));
      expect(await db().select().from(invitations).where(eq(invitations.email, email))).toEqual([]);
    }
  });

  it("ends the previous one, which stays on record, and the audit names it", async () => {
    const { email } = invitee();
    const first = await call(contract.invite, { email, name: "First", role: "staff" });
    const second = await call(contract.invite, { email, name: "Second", role: "manager" });
    expect((await entriesAbout(second.body.id)).at(-1)).toMatchObject({
      action: "staff.invite",
      before: { invitationId: first.body.id, name: "First", role: "staff", vendorId: null },
      after: { name: "Second", role: "manager" },
    });
    const [kept] = await db().select().from(invitations).where(eq(invitations.id, first.body.id));
    expect(kept).toMatchObject({ name: "First", role: "staff" });
    expect(kept!.withdrawnAt).not.toBeNull();
  });

  // A manager may not undo what an owner has sent, by withdrawing it or by sending another.
  it("for a role with a right that the caller lacks can be neither withdrawn nor replaced", async () => {
    await roleHas("manager", [...rightsAtFirst("staff"), "team.read", "team.write"]);
    const { headers } = await aSignedIn({ role: "manager" });
    const owner = invitee("owner");
    const { body } = await call(contract.invite, owner);
    const beyond = refused(403, "right.beyond");
    expect(await call(contract.withdrawInvitation, { id: body.id }, { headers })).toMatchObject(beyond);
    expect(await call(contract.invite, { ...owner, role: "staff" }, { headers })).toMatchObject(beyond);
    expect(await accept(body.link)).toMatchObject({ status: 201, body: { role: "owner" } });
  });
});

describe("staff.list and staff.listInvitations", () => {
  it("return everyone once, page by page, without secrets", async () => {
    const people = [
      await aPerson({ role: "staff" }),
      await aPerson({ role: "staff" }),
      await aSignedIn({ role: "staff" }),
    ];
    await call(contract.invite, invitee());
    for (const op of [contract.list, contract.listInvitations] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { body } = await call(op, { limit: 2, ...(cursor && { cursor }) });
        seen.push(...body.items.map(({ id }) => id));
        expect(JSON.stringify(body)).not.toMatch(/argon2|[0-9a-f]{64}/);
        cursor = body.nextCursor ?? undefined;
      } while (cursor);
      expect(new Set(seen).size).toBe(seen.length);
      if (op === contract.list) expect(seen).toEqual(expect.arrayContaining(people.map(({ id }) => id)));
    }
    const { body } = await call(contract.list, { limit: 200 });
    const lastSeen = (id: string) => body.items.find((item) => item.id === id)!.lastSeenAt;
    expect(lastSeen(people[0]!.id)).toBeNull();
    expect(lastSeen(people[2]!.id)).not.toBeNull();
  });
});

describe("staff.setRole", () => {
  it("takes effect on the next request of an existing session", async () => {
    const { id, headers } = await aSignedIn({ role: "owner" });
    await aPerson();
    expect(await call(contract.list, {}, { headers })).toMatchObject({ status: 200 });
    expect(await call(contract.setRole, { id, role: "staff" })).toMatchObject({
      status: 200,
      body: { id, role: "staff" },
    });
    expect(await call(contract.list, {}, { headers })).toMatchObject(refused(403, "right.missing"));
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "staff.setRole",
      before: { role: "owner", vendorId: null },
      after: { role: "staff", vendorId: null },
    });
  });

  it("binds a vendor login to its vendor, and unbinds it again", async () => {
    const [{ id }, vendorId] = [await aPerson({ role: "staff" }), await aVendor()];
    expect(await call(contract.setRole, { id, role: "vendor" })).toMatchObject({ status: 400 });
    expect(await call(contract.setRole, { id, role: "vendor", vendorId })).toMatchObject({
      body: { role: "vendor", vendorId },
    });
    expect(await call(contract.setRole, { id, role: "staff" })).toMatchObject({
      body: { role: "staff", vendorId: null },
    });
  });

  it("refuses to grant a right that the caller lacks, and to change a person who has one", async () => {
    await roleHas("manager", [...rightsAtFirst("staff"), "team.write"]);
    const { headers, id: self } = await aSignedIn({ role: "manager" });
    const [owner, clerk] = [await aPerson(), await aPerson({ role: "staff" })];
    for (const [id, role] of [
      [self, "owner"],
      [clerk.id, "owner"],
      [owner.id, "staff"],
    ] as const) {
      expect(await call(contract.setRole, { id, role }, { headers })).toMatchObject(refused(403, "right.beyond"));
    }
    expect(await call(contract.remove, { id: owner.id }, { headers })).toMatchObject(refused(403, "right.beyond"));
    expect(await call(contract.setRole, { id: clerk.id, role: "manager" }, { headers })).toMatchObject({ status: 200 });
    await roleHas("manager", rightsAtFirst("manager"));
  });

  it("answers 404 for an unknown and for a removed person", async () => {
    const { id } = await aPerson({ role: "staff" });
    await call(contract.remove, { id });
    for (const gone of [nobody, id] as const) {
      expect(await call(contract.setRole, { id: gone, role: "staff" })).toMatchObject(refused(404, "staff.unknown"));
      expect(await call(contract.remove, { id: gone })).toMatchObject(refused(404, "staff.unknown"));
      expect(await call(contract.revokeSessions, { id: gone })).toMatchObject(refused(404, "staff.unknown"));
    }
  });
});

describe("the last owner", () => {
  // A store without an owner can be repaired by none of its users.
  it("can be neither demoted nor removed", async () => {
    await noOwners();
    const { id } = await aPerson();
    expect(await call(contract.setRole, { id, role: "manager" })).toMatchObject(refused(409, "staff.lastOwner"));
    expect(await call(contract.remove, { id })).toMatchObject(refused(409, "staff.lastOwner"));
    expect(await call(contract.setRole, { id, role: "owner" })).toMatchObject({ status: 200 });
    expect(await owners()).toMatchObject([{ id }]);
    await aPerson();
    expect(await call(contract.remove, { id })).toMatchObject({ status: 200 });
  });

  // Each sees two owners before the other's change: without the lock both would succeed, and no owner would be left.
  it("stays if two owners demote, or remove, each other at the same moment", async () => {
    for (let time = 0; time < 10; time++) {
      await noOwners();
      const [one, other] = [await aSignedIn(), await aSignedIn()];
      const onto = (id: typeof one.id, { headers }: typeof one) =>
        time % 2
          ? call(contract.setRole, { id, role: "manager" }, { headers })
          : call(contract.remove, { id }, { headers });
      const answers = await Promise.all([onto(other.id, one), onto(one.id, other)]);
      const statuses = answers.map(({ status }) => status).toSorted();
      // 401 or 403 if the second request began after the first had committed.
      expect(statuses[0]).toBe(200);
      expect([401, 403, 409]).toContain(statuses[1]);
      expect(await owners()).toHaveLength(1);
    }
  });

  // Proof that the lock blocks: the first change is held open until the second one waits for it.
  it("makes the second of two demotions wait for the first, and then refuses it", async () => {
    await noOwners();
    const [one, other] = [await aSignedIn(), await aSignedIn()];
    const demotion = () => call(contract.setRole, { id: one.id, role: "manager" }, { headers: other.headers });
    const second = await whileLocked(other.id, { role: "manager" }, demotion);
    expect(await second.answer).toMatchObject(refused(409, "staff.lastOwner"));
    expect(await owners()).toMatchObject([{ id: one.id }]);
  });

  // Each had the other's row and waited for its own, until PostgreSQL stopped one of the two.
  it("of someone waits for the caller's own row before it locks theirs", async () => {
    await roleHas("manager", rights);
    const two = [await aSignedIn({ role: "manager" }), await aSignedIn({ role: "manager" })];
    const [caller, other] = two.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [(typeof two)[0], (typeof two)[0]];
    const { headers } = caller;
    const [answer, free] = await db().transaction(async (tx) => {
      await tx.execute(sql`select from staff where id = ${caller.id} for update`);
      const asked = call(contract.setRole, { id: other.id, role: "staff" }, { headers });
      await untilSomebodyWaits();
      return [{ asked }, await tx.execute(sql`select from staff where id = ${other.id} for update skip locked`)];
    });
    expect(free).toHaveLength(1);
    expect(await answer.asked).toMatchObject({ status: 200 });
  });
});

describe("staff.remove", () => {
  it("ends the sessions, frees the email address, keeps the name for the audit", async () => {
    const { id, email, headers } = await aSignedIn({ role: "staff" });
    expect(await call(contract.remove, { id })).toMatchObject({ status: 200 });
    expect(await call(session.read, {}, { headers })).toMatchObject({ status: 401 });
    expect(await call(session.signIn, { email, password }, { as: null })).toMatchObject(refused(401, "session.wrong"));
    const again = await call(contract.invite, { email, name: "Back again", role: "staff" });
    expect(await accept(again.body.link)).toMatchObject({ status: 201 });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({ action: "staff.remove", before: { email, role: "staff" } });
  });

  // The packing software must go on printing after the person who set it up leaves; but someone has to know who has
  // seen its key.
  it("leaves the keys they created working, and names those that work, in its answer and in the audit", async () => {
    const { id, headers } = await aSignedIn();
    const [parcels, revoked] = await Promise.all(
      ["Parcels", "Old"].map((name) => call(key.create, { name, role: "staff" }, { headers })),
    );
    await call(key.revoke, { id: revoked!.body.id });
    const { status, body } = await call(contract.remove, { id });
    const { id: keyId, name, last4 } = parcels!.body;
    expect({ status, body }).toEqual({
      status: 200,
      body: { keys: [{ id: keyId, name, last4, role: "staff", heldTo: null, lastUsedAt: null }], keyCount: 1 },
    });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({ after: { keysLeft: [{ id: keyId, name }] } });
    expect(await call(order.list, {}, { as: parcels!.body.key })).toMatchObject({ status: 200 });
  });

  it("removes once if two press the button at the same time", async () => {
    const { id } = await aPerson({ role: "staff" });
    const answers = await Promise.all([call(contract.remove, { id }), call(contract.remove, { id })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });
});

describe("the first owner", () => {
  it("is created once, however many processes start at once, and can sign in", async () => {
    await noOwners();
    await expect(createOwner({ email: "first@store.test", password: "1234567890" })).rejects.toThrow(
      "too easy to guess",
    );
    const first = { email: "First@Store.test", password: "made at first start" };
    const made = await Promise.all([1, 2, 3].map(() => createOwner(first)));
    expect(made.filter((id) => id !== null)).toHaveLength(1);
    expect(await createOwner({ ...first, password: "another password" })).toBeNull();
    // A weak password in the settings of a store that has an owner is not used.
    expect(await createOwner({ ...first, password: "1234567890" })).toBeNull();
    const headers = await signedIn("first@store.test", first.password);
    expect((await call(session.read, {}, { headers })).body.rights).toEqual(rights);
  });
});

describe("a vendor login", () => {
  it("is refused everything about people, even with every right", async () => {
    const vendorId = await aVendor();
    await roleHas("vendor", rights);
    const as = await aKey({ role: "vendor", vendorId });
    for (const op of [contract.list, contract.listInvitations]) {
      expect(await call(op, {}, { as })).toMatchObject(refused(403, "vendor.closed"));
    }
    expect(await call(contract.invite, invitee(), { as })).toMatchObject(refused(403, "vendor.closed"));
    await roleHas("vendor", rightsAtFirst("vendor"));
  });
});
