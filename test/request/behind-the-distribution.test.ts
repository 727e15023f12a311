/** Deployed, every request comes through our own distribution: only its word counts on who the client is. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as session from "#core/contract/session";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { read } from "#functions/admin/session";
import { call, eventOf } from "../support/call.ts";
import { aSignedIn } from "../support/given/people.ts";

const guess = { email: "nobody@store.test", password: "a wrong password" };
const viewer = { "x-viewer-address": "198.51.100.9" };

/** The address that a wrong attempt is counted for. */
async function countedAgainst(headers: Record<string, string>): Promise<string | undefined> {
  expect(await call(session.signIn, guess, { as: null, headers })).toMatchObject({ status: 401 });
  const [row] = await db().execute<{ address: string }>(sql`select address from sign_in_attempts`);
  return row?.address;
}

beforeAll(() => {
  process.env["DISTRIBUTION_KEY"] = "known-to-the-distribution";
});
afterAll(() => {
  delete process.env["DISTRIBUTION_KEY"];
});
beforeEach(() => db().execute(sql`delete from sign_in_attempts`));

describe("behind the distribution", () => {
  // Otherwise one attacker locks out everyone who comes through the same edge.
  it("counts a wrong password for the client that sent it", async () => {
    const headers = { ...viewer, "x-distribution-key": "known-to-the-distribution" };
    expect(await countedAgainst(headers)).toBe("198.51.100.9");
  });

  // Otherwise a client that calls API Gateway directly guesses from a new address each time.
  it.each([{}, { "x-distribution-key": "guessed" }, { "x-distribution-key": "" }])(
    "believes no address from anyone else: %j",
    async (key) => {
      expect(await countedAgainst({ ...viewer, ...key })).toBe("203.0.113.7");
    },
  );

  it("trusts no forwarded address if there is no distribution", async () => {
    delete process.env["DISTRIBUTION_KEY"];
    expect(await countedAgainst({ ...viewer, "x-distribution-key": "" })).toBe("203.0.113.7");
  });
});

describe("a cookie", () => {
  // MiniStack leaves cookies among the headers, where API Gateway removes them.
  it("counts wherever the gateway puts it", async () => {
    const { cookie } = (await aSignedIn()).headers;
    const event = await eventOf(session.read, {}, { as: null, headers: { cookie } });
    const { cookies: _, ...rest } = event;
    const left = { ...rest, headers: { ...event.headers, cookie } };
    for (const sent of [event, left]) {
      const called = sent as Parameters<typeof read>[0];
      expect(await read(called, { awsRequestId: "test" } as Parameters<typeof read>[1])).toMatchObject({
        statusCode: 200,
      });
    }
  });
});
