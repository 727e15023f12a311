/** Rights that are taken from a role are gone from requests under way, and from what was sent with them. */

import { beforeEach, describe, expect, it } from "vitest";
import * as key from "#core/contract/key";
import * as role from "#core/contract/role";
import * as contract from "#core/contract/staff";
import { type Right, rightsAtFirst } from "#core/contract/values/rights";
import { db } from "#core/db/client";
import { eq, sql } from "#core/db/drizzle";
import { apiKeys, invitations, passwordResets, roles, sessions, staff } from "#core/staff/staff.table";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { untilSomebodyWaits } from "../support/database-asked.ts";
import { aKey } from "../support/given/given.ts";
import { aPerson, aSignedIn, password, roleHas } from "../support/given/people.ts";

const refused = (status: number, code: string) => ({ status, body: { error: { code } } });
const tokenIn = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get("token")!;
const accepts = async (link: string) =>
  (await call(contract.acceptInvitation, { token: tokenIn(link), password }, { as: null })).status === 201;
const chooses = async (link: string) =>
  (await call(contract.choosePassword, { token: tokenIn(link), password }, { as: null })).status === 200;
let count = 0;
const invitee = (role: "manager" | "staff" = "staff") => ({ email: `late${++count}@store.test`, name: "Late", role });
/** A manager's rights who may manage people, but is no owner. */
const manages: Right[] = [...rightsAtFirst("staff"), "team.read", "team.write", "roles.write", "apikeys.write"];

beforeEach(async () => {
  await db().delete(roles);
  await roleHas("manager", manages);
});

describe("a request that waits while its caller's role loses rights", () => {
  it.each(["person", "key"] as const)("does nothing that outlasts them: a %s's", async (kind) => {
    const clerk = await aSignedIn({ role: "staff" });
    const invited = await call(contract.invite, invitee());
    const apiKey = await call(key.create, { name: "Till", role: "staff" });
    const { email, ...more } = invitee();
    type How = Parameters<typeof call>[2];
    const asked: ((how: How) => Promise<unknown>)[] = [
      (how) => call(contract.invite, { email, ...more }, how),
      (how) => call(contract.setRole, { id: clerk.id, role: "manager" }, how),
      (how) => call(contract.remove, { id: clerk.id }, how),
      (how) => call(contract.resetPassword, { id: clerk.id }, how),
      (how) => call(contract.withdrawInvitation, { id: invited.body.id }, how),
      (how) => call(contract.revokeSessions, { id: clerk.id }, how),
      (how) => call(key.revoke, { id: apiKey.body.id }, how),
      (how) => call(role.set, { role: "staff", title: "Friend" }, how),
      (how) => call(role.reset, { role: "staff" }, how),
    ];
    for (const ask of asked) {
      await roleHas("manager", manages);
      const { id, headers } = await aSignedIn({ role: "manager" });
      const as = await aKey({ role: "manager" });
      const { late } = await db().transaction(async (tx) => {
        // Whatever it may wait for.
        await tx.select().from(staff).where(sql`${staff.id} in (${id}, ${clerk.id})`).for("update");
        await tx.select().from(invitations).where(eq(invitations.id, invited.body.id)).for("update");
        await tx.select().from(sessions).where(eq(sessions.staffId, clerk.id)).for("update");
        await tx.select().from(apiKeys).where(sql`${apiKeys.role} <> 'owner'`).for("update");
        const late = ask(kind === "person" ? { headers } : { as });
        await untilSomebodyWaits();
        expect(await call(role.set, { role: "manager", rights: ["orders.read"] })).toMatchObject({ status: 200 });
        return { late };
      });
      expect(await late, ask.toString()).toMatchObject(refused(403, "right.missing"));
    }
    expect(await accepts(invited.body.link)).toBe(true);
    expect(await db().$count(invitations, eq(invitations.email, email))).toBe(0);
    expect(await db().$count(passwordResets, eq(passwordResets.staffId, clerk.id))).toBe(0);
    expect(await db().$count(sessions, eq(sessions.staffId, clerk.id))).toBe(1);
    expect(await db().$count(roles, eq(roles.role, "staff"))).toBe(0);
    const [still] = await db().select().from(staff).where(eq(staff.id, clerk.id));
    expect(still).toMatchObject({ role: "staff", removedAt: null });
    const [till] = await db().select().from(apiKeys).where(eq(apiKeys.id, apiKey.body.id));
    expect(till!.revokedAt).toBeNull();
  });

  it("may grant only what it still may", async () => {
    const { headers } = await aSignedIn({ role: "manager" });
    const { late } = await db().transaction(async (tx) => {
      await tx.select().from(staff).where(eq(staff.role, "manager")).for("update");
      const late = call(contract.invite, invitee("staff"), { headers });
      await untilSomebodyWaits();
      await call(role.set, { role: "manager", rights: ["team.write"] });
      return { late };
    });
    expect(await late).toMatchObject(refused(403, "right.beyond"));
  });
});

describe("role.set and role.reset", () => {
  it("wait for an invitation in progress, and then withdraw it", async () => {
    const { headers } = await aSignedIn({ role: "manager" });
    const one = invitee();
    const { invited, taken } = await db().transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(3, hashtext(${one.email}))`);
      const invited = call(contract.invite, one, { headers });
      await untilSomebodyWaits();
      const taken = call(role.set, { role: "manager", rights: [] });
      await untilSomebodyWaits({ count: 2 });
      return { invited, taken };
    });
    expect(await taken).toMatchObject({ status: 200 });
    expect(await accepts((await invited).body.link)).toBe(false);
  });

  it("end what people and keys have sent and may no longer send", async () => {
    const sender = await aSignedIn({ role: "manager" });
    await aPerson(); // who stays an owner
    const held = await aSignedIn();
    const heldKey = (await call(key.create, { name: "Held", role: "owner" }, { headers: held.headers })).body.key;
    expect(await call(contract.setRole, { id: held.id, role: "manager" })).toMatchObject({ status: 200 });
    const sent = async (how: Parameters<typeof call>[2]) => {
      const { id } = await aPerson({ role: "staff" });
      const { body } = await call(contract.invite, invitee(), how);
      return { invited: body.link, reset: (await call(contract.resetPassword, { id }, how)).body.link };
    };
    const hows = [{ headers: sender.headers }, { as: await aKey({ role: "manager" }) }, { as: heldKey }];
    const theirs = await Promise.all(hows.map(sent));
    const owners = await sent({});
    expect(await call(role.set, { role: "manager", rights: rightsAtFirst("manager") })).toMatchObject({ status: 200 });
    for (const { invited, reset } of theirs)
      expect([await accepts(invited), await chooses(reset)]).toEqual([false, false]);
    expect([await accepts(owners.invited), await chooses(owners.reset)]).toEqual([true, true]);
    expect((await entriesAbout("manager")).at(-1)).toMatchObject({
      action: "role.set",
      after: { invitationsWithdrawn: 3, passwordLinksEnded: 3 },
    });
  });

  it("leave what may still be sent, and end what would give more than its sender has", async () => {
    const { headers } = await aSignedIn({ role: "manager" });
    const { id } = await aPerson({ role: "staff" });
    const first = await call(contract.invite, invitee(), { headers });
    await call(role.set, { role: "manager", rights: manages.filter((right) => right !== "apikeys.write") });
    expect(await accepts(first.body.link)).toBe(true);

    const [second, manager] = [
      await call(contract.invite, invitee(), { headers }),
      await call(contract.invite, invitee("manager"), { headers }),
    ];
    const link = await call(contract.resetPassword, { id }, { headers });
    await call(role.set, { role: "staff", rights: [...rightsAtFirst("staff"), "data.export"] });
    expect([await accepts(second.body.link), await chooses(link.body.link)]).toEqual([false, false]);
    expect(await accepts(manager.body.link)).toBe(true);

    await roleHas("staff", ["orders.read"]);
    const third = await call(contract.invite, invitee(), { headers });
    await call(role.reset, { role: "manager" });
    expect(await accepts(third.body.link)).toBe(false);
  });
});
