/** What an answer means, and what may be done after one that was lost. */
import { describe, expect, it } from "vitest";
import { fromDecimal } from "#core/payment/gateways/units";
import { afterUnknown, noOf, outcomeOf } from "#core/provider/call";
import { httpFor } from "#core/provider/http";
import { done, Ended, later, refused, unknown } from "#core/provider/outcome";
import { redactOf } from "#core/provider/redact";
import fc from "../support/harness/properties.ts";

const http = httpFor({ provider: "x", secrets: ["s3cret-of-ours"] });
const answered = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers,
  json: {},
  bytes: Buffer.alloc(0),
  as: () => expect.fail(),
});

describe("an answer other than success", () => {
  it.each([
    [400, "refused", "ours"],
    [402, "refused", "ours"],
    [403, "refused", "ours"],
    [404, "refused", "ours"],
    [422, "refused", "ours"],
    [401, "refused", "credentials"],
    [429, "later", undefined],
    // With these, something may have been done.
    [200, "unknown", undefined],
    [202, "unknown", undefined],
    [302, "unknown", undefined],
    [408, "unknown", undefined],
    [409, "unknown", undefined],
    [500, "unknown", undefined],
    [502, "unknown", undefined],
    [503, "unknown", undefined],
    [504, "unknown", undefined],
  ])("%i is %s", (status, is, code) => {
    expect(noOf(answered(status), "ours", "in their words")).toMatchObject({ is, ...(code && { code }) });
  });

  // A proxy's page, sent before or after the provider has acted.
  it("is unknown if it comes from something in between", () => {
    expect(noOf({ ...answered(404), json: undefined }, "ours", "")).toMatchObject({ is: "unknown" });
  });

  it.each([
    ["7", 7],
    ["0", 0],
    ["86400", 3_600],
    ["soon", null],
    ["-5", null],
    [new Date(Date.now() - 60_000).toUTCString(), 0],
    [new Date(Date.now() + 86_400_000).toUTCString(), 3_600],
  ])("Retry-After: %s waits %s seconds", (header, afterSeconds) => {
    expect(noOf(answered(429, { "retry-after": header }), "ours", "")).toMatchObject({ is: "later", afterSeconds });
  });

  // With a clock an hour behind, nobody was asked for a label for an hour.
  it("Retry-After as a time is by the provider's clock", () => {
    const date = new Date("2020-01-01T10:00:00Z").toUTCString();
    const headers = { date, "retry-after": new Date("2020-01-01T10:00:30Z").toUTCString() };
    expect(noOf(answered(429, headers), "ours", "")).toMatchObject({ is: "later", afterSeconds: 30 });
  });
});

describe("a lost answer", () => {
  const find = async () => ({ is: "absent" }) as const;
  it.each([
    [{ how: "freely" }, 0, true, "ask"],
    [{ how: "freely" }, 10_000, false, "ask"],
    [{ how: "sameKey", forHours: 24 }, 23.9, true, "ask"],
    [{ how: "sameKey", forHours: 24 }, 24, true, "find, then ask"],
    [{ how: "sameKey", forHours: 24 }, 24, false, "leave it to a person"],
    [{ how: "findFirst" }, 0, true, "find, then ask"],
    [{ how: "findFirst" }, 0, false, "leave it to a person"],
    [{ how: "never" }, 0, true, "find"],
    [{ how: "never" }, 0, false, "leave it to a person"],
  ] as const)("%j after %f hours, with a search: %s", (repeats, hours, canFind, next) => {
    expect(afterUnknown(canFind ? { repeats, find } : { repeats }, hours)).toBe(next);
  });
});

describe("a call", () => {
  it.each([[refused("ours", "no")], [later("busy", 7)], [unknown("silence")], [done(1)]] as const)(
    "has the same outcome whether it is thrown or returned: %j",
    async (outcome) => {
      expect(await outcomeOf(http, async () => outcome)).toEqual(outcome);
      if (outcome.is === "done") return;
      const thrown = outcomeOf(http, async () => {
        throw new Ended(outcome);
      });
      expect(await thrown).toEqual(outcome);
    },
  );

  // It may have been thrown after the money had moved.
  it("is unknown if an unexpected error is thrown", async () => {
    const outcome = await outcomeOf(http, async () => {
      throw new TypeError("cannot read s3cret-of-ours");
    });
    expect(outcome).toEqual({ is: "unknown", why: "Its answer was not understood: TypeError: cannot read [secret]" });
  });

  // Staff saw the error as our libraries print it, over several lines.
  it("says of an amount that is none which it is", async () => {
    const outcome = await outcomeOf(http, async () => done(fromDecimal("-19.99", "USD")));
    const why = "Its answer was not understood: amount: -19.99 USD is no whole number of minor units";
    expect(outcome).toEqual({ is: "unknown", why });
  });

  // A list of reasons without texts was shown as nothing.
  it("says that the provider gives no reason, where it gives a blank one", async () => {
    for (const outcome of [refused("ours", " "), unknown(" \n "), later("")]) {
      const told = await outcomeOf(http, async () => outcome);
      expect("says" in told ? told.says : told.why).toBe("It does not say why.");
    }
  });

  it("has a message of one line without secrets, of readable length, that PostgreSQL can store", async () => {
    const outcome = await outcomeOf(http, async () => refused("ours", `a\0b\n s3cret-of-ours ${"x".repeat(5_000)}`));
    expect(outcome).toMatchObject({ says: expect.stringMatching(/^a\uFFFDb \[secret\] x+$/) });
    expect(outcome.is === "refused" && outcome.says.length).toBeLessThanOrEqual(1_000);
  });
});

describe("redaction", () => {
  const around = fc.string({ unit: "binary" });
  it("removes a secret from every text, in each form in which it is sent", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 6, maxLength: 60 }),
        around,
        around,
        (secret, before, after) => {
          fc.pre(secret.isWellFormed() && before.isWellFormed() && after.isWellFormed());
          const redact = redactOf([secret]);
          const whole = before + secret + after;
          const inner = Buffer.from(secret).toString("base64").replace(/=+$/, "").slice(0, -1);
          expect(redact(whole)).toContain("[secret]");
          expect(redact(JSON.stringify(whole))).toContain("[secret]");
          expect(redact(encodeURIComponent(whole))).toContain("[secret]");
          expect(redact(new URLSearchParams({ a: whole }).toString())).toContain("[secret]");
          for (const encoding of ["base64", "base64url"] as const) {
            expect(redact(Buffer.from(whole).toString(encoding))).toContain("[secret]");
          }
          expect(redact(Buffer.from(secret).toString("base64"))).not.toContain(inner);
        },
      ),
    );
  });

  it("leaves everything else unchanged", () => {
    expect(redactOf([])("nothing to hide")).toBe("nothing to hide");
    expect(redactOf(["", "s3cret"])("nothing to hide")).toBe("nothing to hide");
    expect(redactOf(["a.b.c"])("a-b-c a.b.c")).toBe("a-b-c [secret]");
  });

  it("removes a longer secret before one that it begins with", () => {
    expect(redactOf(["abcdef", "abcdefgh"])("abcdefgh abcdef")).toBe("[secret] [secret]");
  });
});

describe("a provider's token", () => {
  it("is fetched once for all concurrent callers, and separately for each provider and its settings", async () => {
    let made = 0;
    const lend = async () => ({ text: `token ${++made}`, forSeconds: 3_600 });
    const [first, second] = [
      httpFor({ provider: "lends", secrets: ["one"] }),
      httpFor({ provider: "lends", secrets: ["two"] }),
    ];
    const tokens = await Promise.all([1, 2, 3].map(() => first.remember("token", lend)));
    expect(tokens).toEqual(["token 1", "token 1", "token 1"]);
    expect(await second.remember("token", lend)).toBe("token 2");
    expect(await httpFor({ provider: "lends", secrets: ["one"] }).remember("token", lend)).toBe("token 1");
    first.forget("token");
    expect(await first.remember("token", lend)).toBe("token 3");
  });

  it("is fetched again a minute before it expires, and after a failure", async () => {
    const client = httpFor({ provider: "lends little", secrets: [] });
    let made = 0;
    const lend = async () => ({ text: `token ${++made}`, forSeconds: 60 });
    expect(await client.remember("short", lend)).toBe("token 1");
    expect(await client.remember("short", lend)).toBe("token 2");
    const fail = async () => {
      throw new Ended(later("busy"));
    };
    await expect(client.remember("none", fail)).rejects.toThrow("busy");
    expect(await client.remember("none", lend)).toBe("token 3");
  });
});
