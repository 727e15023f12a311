/**
 * Every operation, with all kinds of invalid input. New operations are included automatically: nothing here names one.
 * In production each of these comes from a scanner within the first day.
 */

import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "#core/contract/index";
import { hasBody, type Operation } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import { newId } from "#core/id";
import { type Called, call, ownersKey, storefrontsKey } from "../support/call.ts";
import { checksums } from "../support/checksum.ts";
import { aSignedIn, aVendor } from "../support/given/people.ts";
import {
  bodyFieldsOf,
  fieldOf,
  kindOf,
  nothings,
  pathFieldsOf,
  plausible,
  queryFieldsOf,
} from "../support/plausible.ts";

type How = Parameters<typeof call>[2];
/** The input is wrong on purpose, so its type does not matter. */
const send = (op: Operation, how: How, input: Record<string, unknown> = plausible(op)) => call(op, input, how);

const pathsOf = ({ body }: Called<unknown>) =>
  ((body as { error?: { detail?: { issues?: { path: string }[] } } }).error?.detail?.issues ?? []).map(
    ({ path }) => path,
  );

/** A 400 in our own words that names the field, and reveals no internals. */
function expectInvalid(answer: Called<unknown>, path?: string) {
  expect(answer).toMatchObject({
    status: 400,
    headers: { "content-type": "application/json" },
    body: { error: { code: "request.invalid", message: expect.any(String), requestId: expect.any(String) } },
  });
  const named = pathsOf(answer);
  expect(named).not.toHaveLength(0);
  if (path === undefined) return;
  const cut = path.slice(0, 200); // as in every refusal
  expect(
    named.some((one) => one === cut || one.startsWith(`${cut}.`)),
    `${cut} in ${named}`,
  ).toBe(true);
}

const json = (body: unknown): How => ({ rawBody: JSON.stringify(body) });
const parameter = (name: string, ...values: string[]): How => ({
  rawQuery: values.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&"),
});

/** JSON that is not an object, not JSON, or not text. */
const malformed: Readonly<Record<string, string | Uint8Array>> = {
  "half an object": '{"a":',
  "two objects": "{}{}",
  "a list": "[]",
  null: "null",
  "a text": '"x"',
  "a number": "1e999",
  "a comment": "{/**/}",
  "bytes that are not UTF-8": Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d),
  "random bytes": randomBytes(200),
  // Below 16 kB, the limit of some operations.
  "a list nested 5,000 deep": "[".repeat(5_000) + "]".repeat(5_000),
  "an object nested 2,000 deep": `${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`,
  "ten thousand brackets never closed": "[".repeat(10_000),
};
const strange = ["__proto__", "constructor", "toString", "hasOwnProperty", "", "a.b", "$where", "x".repeat(5000)];
const wrongValues = [{ unexpected: [] }, ["x", {}], 12.5, -1, "", true, null];
const hostileIds = [
  "nonsense",
  "../../etc/passwd",
  "' or '1'='1",
  "a\0b",
  "\ud800",
  "x".repeat(10_000),
  "[object Object]",
  "0",
];

// One of each kind of record, so that a change would show.
beforeAll(async () => {
  await ownersKey();
  await storefrontsKey();
  await aSignedIn();
  await aVendor();
});

// Operations on signed bytes do not read them before: what they refuse is in test/inbox.
describe.each(operations.filter(({ rawBody }) => !rawBody))("$name", (op) => {
  let before: Record<string, string>;
  beforeAll(async () => {
    before = await checksums();
  });

  if (hasBody(op)) {
    it("refuses a body that is not a JSON object", async () => {
      for (const rawBody of Object.values(malformed)) expectInvalid(await send(op, { rawBody }));
    });

    it("refuses unknown fields, by name", async () => {
      for (const name of strange) {
        // Not an object literal: `{ __proto__: … }` would set the prototype and send nothing.
        expectInvalid(await send(op, { rawBody: `{${JSON.stringify(name)}:{"isAdmin":true}}` }), name);
      }
      expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
      for (const name of pathFieldsOf(op)) expectInvalid(await send(op, json({ [name]: "x" })), name);
      // Where any name is allowed, this one would be dropped silently.
      for (const name of bodyFieldsOf(op))
        expectInvalid(await send(op, { rawBody: `{"${name}":{"__proto__":{"isAdmin":true}}}` }), name);
    });

    it("refuses values of the wrong type, and text that PostgreSQL cannot store, by field", async () => {
      for (const name of bodyFieldsOf(op)) {
        const wrong = wrongValues.filter((value) => !fieldOf(op, name).safeParse(value).success);
        expect(wrong.length, `${name} takes anything`).toBeGreaterThan(0);
        for (const value of wrong) expectInvalid(await send(op, json({ [name]: value })), name);
        for (const text of ["a\0b", "\ud800", "\udc00x"]) {
          expectInvalid(await send(op, json({ [name]: text })), name);
          expectInvalid(await send(op, json({ [name]: [{ deep: text }] })), name);
        }
      }
    });

    it("refuses 7 MB", async () => {
      const answer = await send(op, { rawBody: JSON.stringify({ filler: "x".repeat(7 * 1024 * 1024) }) });
      expect(answer).toMatchObject({ status: 413, body: { error: { code: "request.tooLarge" } } });
    });

    it("refuses a body of another content type, which another site's page could send without asking", async () => {
      const others = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""];
      // Read as UTF-8, it would be misread.
      for (const type of [...others, "application/json; charset=utf-16", 'application/json;a=b; Charset="latin1"']) {
        const answer = await send(op, { rawBody: "{}", headers: { "content-type": type } });
        expect(answer).toMatchObject({ status: 415, body: { error: { code: "request.mediaType" } } });
      }
    });

    // It was unpacked by nobody, and "not UTF-8".
    it("refuses a compressed body", async () => {
      for (const encoding of ["gzip", "br", "identity, gzip"]) {
        const rawBody = gzipSync("{}");
        const answer = await send(op, { rawBody, headers: { "content-encoding": encoding } });
        expect(answer).toMatchObject({ status: 415, body: { error: { code: "request.mediaType" } } });
      }
      expectInvalid(await send(op, { rawBody: '{"stray":1}', headers: { "content-encoding": "Identity" } }), "stray");
    });

    it("reads a body in base64, and refuses one that is not", async () => {
      const as = (text: string): How => ({ altered: (event) => ({ ...event, isBase64Encoded: true, body: text }) });
      expectInvalid(await send(op, as(Buffer.from('{"stray":1}').toString("base64"))), "stray");
      expectInvalid(await send(op, as("%%% not base64 %%%")));
    });
  } else {
    it("refuses a body", async () => {
      for (const body of [{ a: 1 }, { limit: 1 }]) expectInvalid(await send(op, json(body)), Object.keys(body)[0]);
      expectInvalid(await send(op, { rawBody: "not JSON" }));
    });
  }

  const ofStrangers = op.ignoresQuery ? "takes" : "refuses";
  it(`${ofStrangers} unknown query parameters`, async () => {
    if (op.ignoresQuery) {
      // What the path names is made up.
      const status = op.refuses.length > 0 ? 404 : 200;
      for (const name of strange) expect(await send(op, parameter(name, "1"))).toMatchObject({ status });
      return;
    }
    for (const name of strange) expectInvalid(await send(op, parameter(name, "1")), name);
    for (const name of pathFieldsOf(op)) expectInvalid(await send(op, parameter(name, "x")), name);
  });

  it("refuses query parameters that are invalid, or given twice, by name", async () => {
    for (const name of queryFieldsOf(op)) {
      const field = fieldOf(op, name);
      for (const text of ["nonsense", "", "1e400", "-1", "99999999999999999999"]) {
        const asNumber = /^-?\d+$/.test(text) && field.safeParse(Number(text)).success;
        const asList = field.safeParse([text]).success;
        if (!field.safeParse(text).success && !asNumber && !asList)
          expectInvalid(await send(op, parameter(name, text)), name);
      }
      expectInvalid(await send(op, parameter(name, "a\0b")), name);
      if (!field.safeParse(["a", "b"]).success) expectInvalid(await send(op, parameter(name, "1", "2")), name);
    }
  });

  it("refuses malformed ids, and ids of another kind", async () => {
    for (const name of pathFieldsOf(op)) {
      const kind = kindOf(fieldOf(op, name));
      const ofAnother = nothings(kind === "change" ? "audit" : "change");
      for (const hostile of [...hostileIds, ofAnother]) {
        // A name that could be a provider's is a valid request, and answered with 404.
        if (fieldOf(op, name).safeParse(hostile).success) continue;
        const input = { ...plausible(op), [name]: hostile.isWellFormed() ? hostile : "x" };
        const altered = (event: Parameters<NonNullable<NonNullable<How>["altered"]>>[0]) => ({
          ...event,
          pathParameters: { ...event.pathParameters, [name]: hostile },
        });
        expectInvalid(await send(op, { altered }, input), name);
      }
    }
  });

  if ("cursor" in op.input.shape) {
    it("refuses absurd limits, and forged cursors", async () => {
      for (const limit of ["0", "-1", "201", "1.5", "1000000000", "99999999999999999999", "ten", ""]) {
        expectInvalid(await send(op, {}, { ...plausible(op), limit }), "limit");
      }
      const values = ["x", "", "a\0b", 1e300, -1, null, "2020-01-01T00:00:00.000Z", "0000-99-99", {}, [], true];
      const keys: unknown[] = [values, {}, null, "x", 1, ...values.map((one) => [one])];
      for (const one of values) for (const other of values) keys.push([one, other]);
      for (const one of values) keys.push([one, one, one], [one, one, one, one]);
      const given = [
        "x",
        "!!!",
        "[]",
        "x".repeat(1900),
        ...keys.map((key) => Buffer.from(JSON.stringify(key)).toString("base64url")),
      ];
      for (const cursor of given) {
        const answer = await send(op, {}, { ...plausible(op), cursor });
        // A well-formed key that matches no row is a valid request; all the input above belongs to nothing here.
        expect([200, 400, 404], JSON.stringify(answer.body).slice(0, 300)).toContain(answer.status);
        if (answer.status === 400) expectInvalid(answer, "cursor");
      }
      expect((await send(op, {}, { ...plausible(op), cursor: "!!!" })).status).not.toBe(200);
      expectInvalid(await send(op, {}, { ...plausible(op), cursor: "x".repeat(2001) }), "cursor");
    });
  }

  it("has changed nothing with all of this", async () => {
    expect(await checksums()).toEqual(before);
  });
});

afterAll(() => {
  expect(Object.prototype).not.toHaveProperty("isAdmin");
});

it("says what an id looks like to a request that has an order's number or another kind's id instead", async () => {
  const ids = { path: "id", message: expect.stringMatching(/^an id such as ord_[0-9a-z]{26}$/) };
  for (const id of ["QM-100004", newId("product")])
    expect(await call(order.read, { id } as never)).toMatchObject({
      status: 400,
      body: { error: { detail: { issues: [ids] } } },
    });
});

it("names the first 50 of what is wrong", async () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, nth) => [`field${nth}`, nth]));
  const named = pathsOf(await send(order.create, json(many)));
  expect(named).toHaveLength(50);
});
