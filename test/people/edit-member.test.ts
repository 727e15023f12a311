/** Names and email addresses of people on the team. */

import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import * as message from "#core/contract/message";
import * as session from "#core/contract/session";
import * as contract from "#core/contract/staff";
import * as template from "#core/contract/template";
import { rightsAtFirst } from "#core/contract/values/rights";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { roles } from "#core/staff/staff.table";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { aKey } from "../support/given/given.ts";
import { workOnMessages } from "../support/given/mail.ts";
import { nothingChanged } from "../support/given/orders.ts";
import { aPerson, aSignedIn, aVendor, password, roleHas, signedIn } from "../support/given/people.ts";

const refused = (status: number, code: string) => ({ status, body: { error: { code } } });
let count = 0;
const another = () => `married${++count}@store.test`;
const isIn = async (headers: Record<string, string>) => (await call(session.read, {}, { headers })).status === 200;

beforeEach(async () => {
  await db().delete(roles);
});

describe("staff.edit", () => {
  it("changes a name, and nothing else", async () => {
    const { id, email, headers } = await aSignedIn({ role: "staff" });
    expect(await call(contract.edit, { id, name: "Asha Rao" })).toMatchObject({
      status: 200,
      body: { id, name: "Asha Rao", email, role: "staff" },
    });
    expect(await isIn(headers)).toBe(true);
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "staff.edit",
      before: { name: "The staff" },
      after: { name: "Asha Rao" },
    });
    await nothingChanged(async () => {
      expect(await call(contract.edit, { id, name: "Asha Rao" })).toMatchObject({ status: 200 });
    });
  });

  it("changes an email address: the person signs in with it from now on, everywhere again", async () => {
    const { id, email, headers } = await aSignedIn({ role: "staff" });
    const { link } = (await call(contract.resetPassword, { id })).body;
    const next = another();
    expect(await call(contract.edit, { id, email: next.toUpperCase() })).toMatchObject({ body: { email: next } });
    expect(await isIn(headers)).toBe(false);
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token")!;
    expect(await call(contract.choosePassword, { token, password }, { as: null })).toMatchObject(
      refused(404, "passwordReset.unknown"),
    );
    expect(await call(session.signIn, { email, password }, { as: null })).toMatchObject(refused(401, "session.wrong"));
    expect(await isIn(await signedIn(next))).toBe(true);
    expect((await entriesAbout(id)).find(({ action }) => action === "staff.edit")).toMatchObject({
      before: { email },
      after: { email: next, sessionsEnded: 1 },
    });
  });

  // Whoever took an account over by its address did so unnoticed.
  it("tells the old address of a new one, without naming it", async () => {
    const { id, email } = await aPerson();
    const next = another();
    await call(contract.edit, { id, name: "Asha Rao" });
    await call(contract.edit, { id, email: next });
    await workOnMessages();
    const { items } = (await call(message.list, { kind: "staff.emailChanged", q: email })).body;
    expect(items).toHaveLength(1);
    const { body } = (await call(message.read, { id: items[0]!.id })).body;
    expect(body).toMatch(/^Hello Asha Rao,\n\nOn .+ changed the email address that you sign in to .+ with/);
    expect(body).not.toContain(next);
  });

  // Whoever takes an account over could have turned off before what tells its owner.
  it("tells the old address even if someone wants it turned off, or has turned it off before", async () => {
    const notice = { kind: "staff.emailChanged", channel: "email" } as const;
    await nothingChanged(async () => {
      expect(await call(template.setSwitch, { ...notice, isOn: false })).toMatchObject({
        status: 400,
        body: { error: { detail: { issues: [{ path: "isOn" }] } } },
      });
    });
    expect(await call(template.setSwitch, { ...notice, isOn: true })).toMatchObject({ status: 200 });
    await db().execute(
      sql`insert into message_switches (kind, channel, is_on) values (${notice.kind}, 'email', false)`,
    );
    onTestFinished(() => void db().execute(sql`delete from message_switches`));
    expect((await call(template.read, notice)).body.isOn).toBe(true);
    const { id, email } = await aPerson();
    await call(contract.edit, { id, email: another() });
    await workOnMessages();
    const { items } = (await call(message.list, { kind: notice.kind, q: email })).body;
    expect(items).toMatchObject([{ why: "noProvider" }]);
  });

  it("ends the invitation to the new address, which nobody can accept any more", async () => {
    const [email, { id }] = [another(), await aPerson({ role: "staff" })];
    const { body: invited } = await call(contract.invite, { email, name: "Asha Rao", role: "staff" });
    await call(contract.edit, { id, email });
    const { items } = (await call(contract.listInvitations, {})).body;
    expect(items.map((one) => one.id)).not.toContain(invited.id);
  });

  it("keeps the session of someone who changes their own address, and ends their others", async () => {
    const { id, email, headers } = await aSignedIn();
    const elsewhere = await signedIn(email);
    expect(await call(contract.edit, { id, email: another() }, { headers })).toMatchObject({ status: 200 });
    expect([await isIn(headers), await isIn(elsewhere)]).toEqual([true, false]);
  });

  it("refuses an address that someone on the team has, also if two take it at once, but not a former member's", async () => {
    const [one, two, former] = [await aPerson(), await aPerson(), await aPerson({ role: "staff" })];
    expect(await call(contract.edit, { id: one.id, email: two.email })).toMatchObject(refused(409, "staff.exists"));
    const email = another();
    const answers = await Promise.all([one, two].map(({ id }) => call(contract.edit, { id, email })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await call(contract.remove, { id: former.id });
    expect(await call(contract.edit, { id: one.id, email: former.email })).toMatchObject({ status: 200 });
    expect(await call(contract.edit, { id: former.id, name: "Back" })).toMatchObject(refused(404, "staff.unknown"));
  });

  // With `team.write` alone, a manager could otherwise give an owner's account to their own mailbox.
  it("refuses to change someone with rights that the caller lacks", async () => {
    await roleHas("manager", [...rightsAtFirst("staff"), "team.read", "team.write"]);
    const { headers } = await aSignedIn({ role: "manager" });
    const [owner, clerk] = [await aPerson(), await aPerson({ role: "staff" })];
    for (const said of [{ name: "Puppet" }, { email: another() }]) {
      expect(await call(contract.edit, { id: owner.id, ...said }, { headers })).toMatchObject(
        refused(403, "right.beyond"),
      );
      expect(await call(contract.edit, { id: clerk.id, ...said }, { headers })).toMatchObject({ status: 200 });
    }
    const { headers: clerks } = await aSignedIn({ role: "staff" });
    expect(await call(contract.edit, { id: clerk.id, name: "Friend" }, { headers: clerks })).toMatchObject(
      refused(403, "right.missing"),
    );
  });
});

describe("session.rename", () => {
  it("changes one's own name, also a vendor's, with an audit entry", async () => {
    const { id, headers } = await aSignedIn({ role: "vendor", vendorId: await aVendor() });
    expect(await call(session.rename, { name: "Asha Rao" }, { headers })).toMatchObject({
      status: 200,
      body: { id, name: "Asha Rao", vendor: { name: "Seller" } },
    });
    expect(await call(session.read, {}, { headers })).toMatchObject({ body: { name: "Asha Rao" } });
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "session.rename",
      before: { name: "The vendor" },
      after: { name: "Asha Rao" },
    });
    await nothingChanged(async () => {
      expect(await call(session.rename, { name: "Asha Rao" }, { headers })).toMatchObject({ status: 200 });
    });
  });

  it("is not for a key", async () => {
    expect(await call(session.rename, { name: "Till" }, { as: await aKey() })).toMatchObject(
      refused(403, "session.none"),
    );
  });
});
