/** Every operation, called by everyone who may not: decided before anything is looked up, and nothing is changed. */

import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { operations } from "#core/contract/index";
import { type Right, rights } from "#core/contract/values/rights";
import { db } from "#core/db/client";
import { eq, sql } from "#core/db/drizzle";
import { digest } from "#core/secret";
import { apiKeys, sessions, staff } from "#core/staff/staff.table";
import { call } from "../support/call.ts";
import { checksums } from "../support/checksum.ts";
import { aKey } from "../support/given/given.ts";
import { aSignedIn, aVendor, roleHas } from "../support/given/people.ts";
import { plausible } from "../support/plausible.ts";

const refused = (status: number, code: string) => ({ status, body: { error: { code } } });
const closed = operations.filter(({ right }) => right !== "anyone");
const guarded = closed.filter(({ right }) => right !== "signedIn" && right !== "storefront");
/** The answer once access is granted; until then only the caller matters. */
const stray = { rawQuery: "stray=1" };
const pastTheDoor = refused(400, "request.invalid");

let before: Record<string, string>;
const remember = async () => {
  before = await checksums();
};
afterEach(async () => {
  expect(await checksums()).toEqual(before);
});

describe("an expired or revoked credential", () => {
  const bearers: Record<string, string> = {};
  const cookies: Record<string, string> = {};
  beforeAll(async () => {
    const [expired, revoked] = [await aKey(), await aKey()];
    const of = (key: string) => eq(apiKeys.tokenHash, digest(key));
    await db().update(apiKeys).set({ expiresAt: sql`now() - interval '1 second'` }).where(of(expired));
    await db().update(apiKeys).set({ revokedAt: new Date() }).where(of(revoked));
    Object.assign(bearers, {
      "an expired key": expired,
      "a revoked key": revoked,
      "half a key": revoked.slice(0, 20),
      "the hash of a key": digest(await aKey()),
      "a key of 100 kB": `qmk_${"x".repeat(100_000)}`,
      "an injection": "qmk_'or'1'='1",
    });
    const [old, gone, guest] = [await aSignedIn(), await aSignedIn(), await aSignedIn()];
    await db()
      .update(sessions)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(sessions.staffId, old.id));
    await db().update(staff).set({ removedAt: new Date() }).where(eq(staff.id, gone.id));
    Object.assign(cookies, {
      "an expired session": old.headers.cookie,
      "the session of somebody removed": gone.headers.cookie,
      "a session under another name": guest.headers.cookie.replace("__Host-", ""),
      "an empty session": "__Host-session=",
      "a made-up session": `__Host-session=${"x".repeat(43)}`,
    });
    await remember();
  });

  it.each(closed)("gives no access to $name", async (op) => {
    for (const [what, as] of Object.entries(bearers)) {
      expect(await call(op, plausible(op), { as }), what).toMatchObject(refused(401, "session.required"));
    }
    for (const [what, cookie] of Object.entries(cookies)) {
      const headers = { cookie, origin: "https://store.test" };
      expect(await call(op, plausible(op), { headers }), what).toMatchObject(refused(401, "session.required"));
    }
    for (const authorization of ["", "Bearer", "Bearer ", "Basic cW1rXzpx", "Digest x", "qmk_x", "Bearer a b"]) {
      const answer = await call(op, plausible(op), { as: null, headers: { authorization } });
      expect(answer, authorization).toMatchObject(refused(401, "session.required"));
    }
  });
});

describe("a missing right", () => {
  let as: string;
  beforeAll(async () => {
    as = await aKey({ role: "manager" });
  });

  // One missing right blocks exactly what it stands for, whatever the request, and the answer names it.
  it.each(guarded)("blocks $name for a caller with all other rights", async (op) => {
    const right = op.right as Right; // `guarded` has only such operations
    await roleHas(
      "manager",
      rights.filter((one) => one !== right),
    );
    await remember();
    const missing = { ...refused(403, "right.missing"), body: { error: { code: "right.missing", detail: { right } } } };
    expect(await call(op, plausible(op), { as })).toMatchObject(missing);
    expect(await call(op, plausible(op), { as, ...stray })).toMatchObject(missing);
    expect(await call(op, plausible(op), { as, rawBody: "not JSON" })).toMatchObject(missing);
  });

  it.each(guarded)("is the only one that $name requires", async (op) => {
    await roleHas("manager", [op.right as Right]); // see above
    await remember();
    expect(await call(op, plausible(op), { as, ...stray })).toMatchObject(pastTheDoor);
  });
});

describe("a vendor's key with every right", () => {
  let as: string;
  beforeAll(async () => {
    await roleHas("vendor", rights);
    as = await aKey({ role: "vendor", vendorId: await aVendor() });
    await remember();
  });

  it.each(closed)("has exactly the access to $name that it declares", async (op) => {
    const closedTo = op.right === "storefront" ? "key.otherDoor" : "vendor.closed";
    const expected = op.vendor === "closed" ? refused(403, closedTo) : pastTheDoor;
    expect(await call(op, plausible(op), { as, ...stray })).toMatchObject(expected);
  });
});

describe("the static admin token", () => {
  const token = "a-long-token-from-the-environment";
  beforeAll(remember);
  beforeEach(() => {
    process.env["ADMIN_TOKEN"] = token;
  });
  afterEach(() => {
    delete process.env["ADMIN_TOKEN"];
  });

  // It never expires and belongs to no one: no one could be held responsible for what else it did.
  it.each(closed)("gives access to $name only if that is about webhooks", async (op) => {
    const isWebhooks = op.right.startsWith("webhooks.");
    const answer = await call(op, plausible(op), { as: token, ...stray });
    const door = { signedIn: "token.webhooksOnly", storefront: "key.otherDoor" };
    const code = new Map(Object.entries(door)).get(op.right) ?? "right.missing";
    expect(answer).toMatchObject(isWebhooks ? pastTheDoor : refused(403, code));
  });

  it("gives access to the module's eight operations", () => {
    expect(closed.filter(({ right }) => right.startsWith("webhooks."))).toHaveLength(8);
  });

  it("gives no access if it is wrong, shorter, or not set at all", async () => {
    const [op] = closed;
    for (const as of ["wrong", token.slice(0, -1), `${token}x`, "undefined"]) {
      expect(await call(op!, {}, { as })).toMatchObject(refused(401, "session.required"));
    }
    delete process.env["ADMIN_TOKEN"];
    for (const as of [token, "undefined"]) {
      expect(await call(op!, {}, { as })).toMatchObject(refused(401, "session.required"));
    }
  });
});
