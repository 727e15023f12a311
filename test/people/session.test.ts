import { gzip } from "node:zlib";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import * as session from "#core/contract/session";
import * as staffArea from "#core/contract/staff";
import * as store from "#core/contract/store";
import { rightsAtFirst } from "#core/contract/values/rights";
import * as vendor from "#core/contract/vendor";
import { db } from "#core/db/client";
import { eq, or, sql } from "#core/db/drizzle";
import { areManyWaiting, hashPassword, isOutdated, isPassword, waitingMax } from "#core/staff/password";
import { guessesMax } from "#core/staff/sessions/attempts";
import { sessions, signInAttempts, signInNetworks, staff } from "#core/staff/staff.table";
import { auditMark, entriesAbout, entriesSince } from "../support/audit.ts";
import { call } from "../support/call.ts";
import { statementsOf, untilSomebodyWaits } from "../support/database-asked.ts";
import { aKey } from "../support/given/given.ts";
import { aPerson, aSignedIn, aVendor, password, roleHas, signedIn } from "../support/given/people.ts";

const guess = "a stranger's guess";
/** When such a guess is checked. */
const guesses = vi.hoisted(() => ({ until: Promise.resolve() }));
vi.mock("node:crypto", async (original) => {
  const real = await original<typeof import("node:crypto")>();
  const argon2: typeof real.argon2 = (algorithm, parameters, done) => {
    if (parameters.message !== guess) return real.argon2(algorithm, parameters, done);
    void guesses.until.then(() => real.argon2(algorithm, parameters, done));
  };
  return { ...real, argon2 };
});

const wrong = { status: 401, body: { error: { code: "session.wrong" } } };
const tooMany = { status: 429, body: { error: { code: "request.tooMany" } } };
/** Signs in from this network address. */
const signIn = (email: string, using = password, from = "203.0.113.7") =>
  call(
    session.signIn,
    { email, password: using },
    {
      as: null,
      altered: (event) => {
        const { http, ...context } = event.requestContext;
        return { ...event, requestContext: { ...context, http: { ...http, sourceIp: from } } };
      },
    },
  );
/** This many wrong attempts, just now. */
const guessed = (count: number, of: (n: number) => { email: string; address: string }) =>
  db()
    .insert(signInAttempts)
    .values(
      Array.from({ length: count }, (_, n) => ({
        id: `att_${String(n).padStart(26, "0")}` as const,
        ...of(n),
        at: new Date(),
      })),
    );

beforeEach(async () => {
  await db().delete(signInAttempts);
});

describe("session.signIn", () => {
  it("sets a cookie that is hidden from scripts, other sites and plain connections, and returns who signed in", async () => {
    const { id, email } = await aPerson({ role: "manager" });
    const answer = await signIn(email.toUpperCase());
    expect(answer).toMatchObject({
      status: 200,
      body: { kind: "staff", id, email, role: "manager", title: "Manager", vendor: null },
    });
    expect(answer.body.rights).toContain("orders.refund");
    expect(answer.cookies).toHaveLength(1);
    const [value = "", ...attributes] = answer.cookies[0]!.split("; ");
    expect(value).toMatch(/^__Host-session=[\w-]{43}$/);
    expect(attributes).toEqual(expect.arrayContaining(["HttpOnly", "Secure", "SameSite=Strict", "Path=/"]));
    // The token is only in the cookie: a response body is logged and cached more easily.
    expect(JSON.stringify(answer.body)).not.toContain(value.split("=")[1]);
  });

  // Someone who reads a backup of the database must not be able to sign in with it.
  it("stores the token as a hash, and the password as Argon2id", async () => {
    const { id, email } = await aPerson();
    const { cookies } = await signIn(email);
    const token = cookies[0]!.split(";")[0]!.split("=")[1]!;
    const [kept] = await db().select().from(sessions).where(eq(sessions.staffId, id));
    expect(kept!.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(kept!.tokenHash).not.toContain(token);
    const [person] = await db().select().from(staff).where(eq(staff.id, id));
    expect(person!.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  // A different answer would reveal who works here.
  it("answers an unknown address and a wrong password with the same words", async () => {
    const { email } = await aPerson();
    const [unknown, mistaken] = [await signIn("nobody@store.test"), await signIn(email, "wrong password")];
    expect(unknown).toMatchObject(wrong);
    const without = ({ body }: typeof unknown) => ({ ...body.error, requestId: null });
    expect(without(mistaken)).toEqual(without(unknown));
    expect(mistaken.status).toBe(unknown.status);
    expect(mistaken.cookies).toEqual([]);
  });

  it("compares with a dummy hash if there is no such person, and refuses", async () => {
    expect(await isPassword(password, null)).toBe(false);
    expect(await isPassword(password, await hashPassword(password))).toBe(true);
  });

  // They filled all threads of the process for seconds: nothing was compressed, and no name resolved.
  it("leaves threads to others, however many passwords are checked at once", async () => {
    const order: string[] = [];
    const hashes = Array.from({ length: 12 }, () => hashPassword(password).then(() => order.push("hash")));
    const zipped = new Promise((done) => gzip(Buffer.alloc(1_000), done)).then(() => order.push("zip"));
    await Promise.all([...hashes, zipped]);
    expect(order.indexOf("zip")).toBeLessThan(3);
  });

  it("refuses a removed person", async () => {
    const { id, email } = await aPerson();
    await db().update(staff).set({ removedAt: new Date() }).where(eq(staff.id, id));
    expect(await signIn(email)).toMatchObject(wrong);
  });

  // The check of a password takes a while.
  it.each([
    ["a password that is changed", sql`password_hash = password_hash || 'x'`],
    ["a person who is removed", sql`removed_at = now()`],
  ])("refuses %s while it is being checked", async (_, becomes) => {
    const { id, email } = await aPerson();
    let signing: ReturnType<typeof signIn> | undefined;
    await db().transaction(async (tx) => {
      await tx.execute(sql`update staff set ${becomes} where id = ${id}`);
      signing = signIn(email);
      await untilSomebodyWaits();
    });
    expect(await signing).toMatchObject(wrong);
  });

  it("renews a hash that was created with weaker parameters", async () => {
    const { id, email } = await aPerson();
    // "password" hashed with m=8,t=1: created by the same function, long ago.
    const { argon2Sync } = await import("node:crypto");
    const nonce = Buffer.alloc(16, 7);
    const old = argon2Sync("argon2id", {
      message: password,
      nonce,
      memory: 8,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    });
    const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
    const passwordHash = `$argon2id$v=19$m=8,t=1,p=1$${text(nonce)}$${text(old)}`;
    await db().update(staff).set({ passwordHash }).where(eq(staff.id, id));
    expect(await signIn(email)).toMatchObject({ status: 200 });
    const [person] = await db().select().from(staff).where(eq(staff.id, id));
    expect(isOutdated(person!.passwordHash)).toBe(false);
    expect(await signIn(email)).toMatchObject({ status: 200 });
  });

  it("records who signed in, and whose attempt failed", async () => {
    const { id, email } = await aPerson();
    await signIn(email);
    await signIn(email, "wrong password");
    const mark = await auditMark();
    await signIn("nobody@store.test", "a secret typed into the wrong form");
    const about = await entriesAbout(id);
    expect(about.map(({ action, actorKind }) => [action, actorKind])).toEqual([
      ["session.signIn", "staff"],
      ["session.signInFailed", "anyone"],
    ]);
    expect(about[0]!.after).toEqual({ address: "203.0.113.7" });
    const failed = await entriesSince(mark, "session.signInFailed");
    expect(failed).toMatchObject([{ subjectType: "staff", subjectId: "nobody@store.test" }]);
    expect(JSON.stringify([...about, ...failed])).not.toMatch(/wrong password|a secret typed|argon2/);
  });

  describe("is throttled", () => {
    // Without it, a list of a million leaked passwords can be tried in an hour.
    it("per person and network: after ten wrong attempts even the right password has to wait there", async () => {
      const [victim, other] = [await aPerson(), await aPerson()];
      for (let guess = 0; guess < 10; guess++) expect(await signIn(victim.email, "a guess")).toMatchObject(wrong);
      await db().update(signInAttempts).set({ at: sql`at - interval '10 minutes'` });
      const refusal = await signIn(victim.email);
      expect(refusal).toMatchObject(tooMany);
      const seconds = Number(refusal.headers["retry-after"]);
      expect(seconds).toBeGreaterThan(200);
      expect(seconds).toBeLessThanOrEqual(300);
      expect(await signIn(other.email)).toMatchObject({ status: 200 });
      await db().update(signInAttempts).set({ at: sql`now() - interval '16 minutes'` });
      expect(await signIn(victim.email)).toMatchObject({ status: 200 });
    });

    // Ten wrong attempts by anyone, from anywhere, locked the owner out of the store.
    it("only there: attempts from another network lock no one else out", async () => {
      const { email } = await aPerson();
      for (let guess = 0; guess < guessesMax.pair; guess++) await signIn(email, "a guess", "198.51.100.1");
      expect(await signIn(email, password, "198.51.100.1")).toMatchObject(tooMany);
      expect(await signIn(email)).toMatchObject({ status: 200 });
    });

    it("for an unknown address like for a known one", async () => {
      for (let guess = 0; guess < guessesMax.pair; guess++) await signIn("nobody@store.test", "a guess");
      expect(await signIn("nobody@store.test", "a guess")).toMatchObject(tooMany);
    });

    // A thousand machines with ten attempts each, against one person.
    it("per person from everywhere, but not where the person has signed in before", async () => {
      const { id, email } = await aPerson();
      await signIn(email, password, "192.0.2.44");
      await guessed(guessesMax.person, (n) => ({ email, address: `198.51.100.${n}` }));
      expect(await signIn(email)).toMatchObject(tooMany);
      expect(await signIn(email, password, "192.0.2.44")).toMatchObject({ status: 200 });
      await db()
        .update(signInNetworks)
        .set({ seenAt: sql`now() - interval '91 days'` })
        .where(eq(signInNetworks.staffId, id));
      expect(await signIn(email, password, "192.0.2.44")).toMatchObject(tooMany);
    });

    // One password tried against everyone: each person sees one attempt, the network sees them all.
    it("per network, but not for those who have signed in from it before", async () => {
      const [regular, guest] = [await aPerson(), await aPerson()];
      await signIn(regular.email);
      await guessed(guessesMax.network, (n) => ({ email: `person${n}@store.test`, address: "203.0.113.7" }));
      expect(await signIn(guest.email)).toMatchObject(tooMany);
      expect(await signIn(regular.email)).toMatchObject({ status: 200 });
      expect(await signIn(guest.email, password, "203.0.113.8")).toMatchObject({ status: 200 });
    });

    it("and reports when to try again, even with more attempts than the limit", async () => {
      const { email } = await aPerson();
      await guessed(guessesMax.person + 50, (n) => ({ email, address: `198.51.100.${n}` }));
      await db().execute(
        sql`update sign_in_attempts set at = now() - interval '14 minutes' where id < ${`att_${"0".repeat(23)}050`}`,
      );
      const seconds = Number((await signIn(email)).headers["retry-after"]);
      expect(seconds).toBeGreaterThan(890);
    });

    // With 2^64 addresses of one's own, each attempt comes from another.
    it.each([
      ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true],
      ["2001:db8:1:2::1", "2001:0DB8:0001:0002:0:0:0:9", true],
      ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
      ["::ffff:198.51.100.9", "198.51.100.9", true],
      ["::ffff:c633:6409", "198.51.100.9", true],
      ["198.51.100.9", "198.51.100.8", false],
      ["fe80::1%eth0", "fe80::2%eth1", true],
    ])("treating %s and %s as one network: %s", async (one, other, isOne) => {
      const { email } = await aPerson();
      await signIn(email, "a guess", one);
      const [counted] = await db().select().from(signInAttempts);
      await guessed(guessesMax.pair - 1, () => ({ email, address: counted!.address }));
      expect((await signIn(email, password, other)).status).toBe(isOne ? 429 : 200);
    });

    // Counted after hashing, fifty concurrent attempts would all pass before the first one was counted.
    it("even if the attempts arrive at the same time", async () => {
      const { email } = await aPerson();
      const answers = await Promise.all(Array.from({ length: guessesMax.pair + 10 }, () => signIn(email, "a guess")));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(guessesMax.pair);
      expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    });

    /** As many strangers' guesses as may wait, all of them waiting. */
    async function waitingStrangers() {
      const { promise, resolve: checkThem } = Promise.withResolvers<void>();
      guesses.until = promise;
      onTestFinished(() => checkThem());
      const answers = Array.from({ length: waitingMax }, (_, n) => stranger(n));
      await vi.waitFor(() => expect(areManyWaiting()).toBe(true), 20_000);
      return { answers, checkThem };
    }
    const stranger = (n: number) => signIn(`person${n}@store.test`, guess, `198.51.100.${n}`);

    // Guesses from a few hundred networks kept everyone waiting for half a minute, and then nobody could sign in.
    it("without keeping those waiting who have signed in from there before", async () => {
      const { email } = await aPerson();
      await signIn(email);
      const { answers, checkThem } = await waitingStrangers();
      expect(await signIn(email)).toMatchObject({ status: 200 });
      expect(areManyWaiting()).toBe(true);
      checkThem();
      await Promise.all(answers);
    });

    // Each guess of a flood was counted and then not, in two changes.
    it("by refusing strangers while many of them wait, which counts as no attempt and changes nothing", async () => {
      const { answers, checkThem } = await waitingStrangers();
      const statements = await statementsOf(async () => {
        const refused = await stranger(waitingMax);
        expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "1"]);
      });
      expect(statements.filter(({ text }) => /^(?:begin|insert|delete)/.test(text))).toEqual([]);
      expect(await db().select().from(signInAttempts)).toHaveLength(waitingMax);
      checkThem();
      expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([401]));
    });

    it("but not for successful sign-ins, however many", async () => {
      const { email } = await aPerson();
      for (let time = 0; time <= guessesMax.pair; time++) expect(await signIn(email)).toMatchObject({ status: 200 });
      expect(await db().select().from(signInAttempts)).toEqual([]);
    });
  });
});

describe("a session", () => {
  it("gives access to what its role allows, and to nothing after signing out", async () => {
    const { headers, id } = await aSignedIn();
    expect(await call(session.read, {}, { headers })).toMatchObject({ status: 200, body: { id } });
    const out = await call(session.signOut, {}, { headers });
    expect(out.status).toBe(200);
    expect(out.cookies[0]).toMatch(/^__Host-session=; .*Max-Age=0/);
    expect(await call(session.read, {}, { headers })).toMatchObject({ status: 401 });
  });

  it("expires 14 days after it was last used, and not before", async () => {
    const [{ headers, id }, { id: otherId }] = [await aSignedIn(), await aSignedIn()];
    const [mine, theirs] = [eq(sessions.staffId, id), eq(sessions.staffId, otherId)];
    await db()
      .update(sessions)
      .set({ seenAt: sql`now() - interval '13 days'`, expiresAt: sql`now() + interval '1 day'` })
      .where(or(mine, theirs));
    expect(await call(session.read, {}, { headers })).toMatchObject({ status: 200 });
    const [unused] = await db().select().from(sessions).where(theirs);
    expect(unused!.expiresAt.getTime()).toBeLessThan(Date.now() + 2 * 86_400_000);
    const [slid] = await db().select().from(sessions).where(mine);
    expect(slid!.expiresAt.getTime() - slid!.seenAt.getTime()).toBe(14 * 86_400_000);
    await db().update(sessions).set({ expiresAt: sql`now() - interval '1 second'` }).where(mine);
    expect(await call(session.read, {}, { headers })).toMatchObject({ status: 401 });
  });

  // A browser sends the cookie with every request: another site's form must not be able to change anything.
  it.each([
    ["no word about where it came from", {}, 403],
    ["another site's origin", { origin: "https://evil.test" }, 403],
    ["an origin that only begins like ours", { origin: "https://store.test.evil.test" }, 403],
    ["an opaque origin", { origin: "null" }, 403],
    ["our own name over plain HTTP", { origin: "http://store.test" }, 403],
    ["our own name over plain HTTP, under another address", { origin: "http://shop.test", host: "shop.test" }, 403],
    ["our own name on another port", { origin: "https://store.test:8443" }, 403],
    ["a sibling's word", { "sec-fetch-site": "same-site" }, 403],
    ["our own origin", { origin: "https://store.test" }, 200],
    [
      "our own origin, while a proxy calls us something else",
      { origin: "https://store.test", host: "origin.internal" },
      200,
    ],
    ["the browser's word that it is ours", { "sec-fetch-site": "same-origin" }, 200],
  ])("with %s: a change is allowed or refused", async (_, headers, status) => {
    const { headers: all } = await aSignedIn();
    const { cookie } = all;
    const answer = await call(store.edit, {}, { headers: { cookie, ...headers } });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body.error!.code).toBe("origin.foreign");
    // Reading changes nothing, so a link from elsewhere may lead here.
    expect(await call(session.read, {}, { headers: { cookie } })).toMatchObject({ status: 200 });
  });

  it("with a key can be read too, but not signed out of", async () => {
    const as = await aKey({ role: "staff" });
    expect(await call(session.read, {}, { as })).toMatchObject({ body: { kind: "key", role: "staff", email: null } });
    expect(await call(session.signOut, {}, { as })).toMatchObject({
      status: 403,
      body: { error: { code: "session.none" } },
    });
  });

  it("for a vendor names the vendor, and gives no access once the vendor is deactivated", async () => {
    const vendorId = await aVendor("Loom & Co");
    const { headers, email } = await aSignedIn({ role: "vendor", vendorId });
    const key = await aKey({ role: "vendor", vendorId });
    expect(await call(session.read, {}, { headers })).toMatchObject({
      body: { vendor: { id: vendorId, name: "Loom & Co" } },
    });
    await call(vendor.edit, { id: vendorId, active: false });
    expect(await call(session.read, {}, { headers })).toMatchObject({ status: 401 });
    expect(await call(session.read, {}, { as: key })).toMatchObject({ status: 401 });
    expect(await signIn(email)).toMatchObject(wrong);
  });
});

describe("session.changePassword", () => {
  const newPassword = "a better one entirely";

  it("ends every other session, keeps this one, and the old password no longer works", async () => {
    const { id, email, headers } = await aSignedIn();
    const elsewhere = await signedIn(email);
    const answer = await call(session.changePassword, { currentPassword: password, newPassword }, { headers });
    expect(answer.status).toBe(200);
    expect(await call(session.read, {}, { headers })).toMatchObject({ status: 200 });
    expect(await call(session.read, {}, { headers: elsewhere })).toMatchObject({ status: 401 });
    expect(await signIn(email)).toMatchObject(wrong);
    expect(await signIn(email, newPassword)).toMatchObject({ status: 200 });
    const entry = (await entriesAbout(id)).find(({ action }) => action === "session.changePassword");
    expect(entry!.after).toEqual({ sessionsEnded: 1 });
  });

  it("refuses a wrong current password, a short new one, and a key, and changes nothing", async () => {
    const { email, headers } = await aSignedIn();
    const to = (currentPassword: string, next: string, how: Parameters<typeof call>[2]) =>
      call(session.changePassword, { currentPassword, newPassword: next }, how);
    expect(await to("wrong password", newPassword, { headers })).toMatchObject({
      status: 403,
      body: { error: { code: "password.wrong" } },
    });
    expect(await to(password, "too short", { headers })).toMatchObject({
      status: 400,
      body: { error: { detail: { issues: [{ path: "newPassword" }] } } },
    });
    expect(await to(password, newPassword, {})).toMatchObject({
      status: 403,
      body: { error: { code: "session.none" } },
    });
    expect(await signIn(email)).toMatchObject({ status: 200 });
  });

  it.each([
    "qwertyuiop",
    "1234567890",
    "Password123",
    "qwerty123456",
    "aaaaaaaaaa",
    "ａａａａａａａａａａ",
    "🔒".repeat(10),
  ])("refuses %s, which is among the first guesses", async (common) => {
    const { email, headers } = await aSignedIn();
    const answer = await call(session.changePassword, { currentPassword: password, newPassword: common }, { headers });
    expect(answer).toMatchObject({ status: 400, body: { error: { detail: { issues: [{ path: "newPassword" }] } } } });
    expect(await signIn(email)).toMatchObject({ status: 200 });
    // This was no wrong attempt at the current password.
    expect(await db().select().from(signInAttempts)).toEqual([]);
  });

  // Two windows: the second one submits a password that is no longer the current one.
  it("lets only one of two concurrent changes through", async () => {
    const { headers } = await aSignedIn();
    const answers = await Promise.all(
      ["the first new one", "the second new one"].map((next) =>
        call(session.changePassword, { currentPassword: password, newPassword: next }, { headers }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });

  // A stolen session must not allow unlimited guesses at the password.
  it("counts wrong attempts like a sign-in does", async () => {
    const { headers } = await aSignedIn();
    const guess = () => call(session.changePassword, { currentPassword: "a guess", newPassword }, { headers });
    for (let time = 0; time < guessesMax.pair; time++) expect((await guess()).status).toBe(403);
    expect(await guess()).toMatchObject(tooMany);
  });
});

describe("staff.revokeSessions", () => {
  // With `team.write` alone, a manager could otherwise keep the owners from working.
  it("refuses to sign out someone with rights that the caller lacks", async () => {
    await roleHas("manager", [...rightsAtFirst("staff"), "team.read", "team.write"]);
    const owner = await aSignedIn({ role: "owner" });
    const { headers } = await aSignedIn({ role: "manager" });
    expect(await call(staffArea.revokeSessions, { id: owner.id }, { headers })).toMatchObject({
      ...{ status: 403, body: { error: { code: "right.beyond" } } },
    });
    expect(await call(session.read, {}, { headers: owner.headers })).toMatchObject({ status: 200 });
  });

  it("signs a person out everywhere", async () => {
    const { id, email, headers } = await aSignedIn({ role: "staff" });
    const elsewhere = await signedIn(email);
    expect(await call(staffArea.revokeSessions, { id })).toMatchObject({ status: 200, body: { ended: 2 } });
    for (const old of [headers, elsewhere]) {
      expect(await call(session.read, {}, { headers: old })).toMatchObject({ status: 401 });
    }
    expect((await entriesAbout(id)).at(-1)).toMatchObject({
      action: "staff.revokeSessions",
      after: { sessionsEnded: 2 },
    });
  });
});
