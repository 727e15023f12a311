/** The cost of a body: work that grows only with its bytes, and little of it for anonymous clients. */
import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "#core/contract/index";
import { hasBody, type Operation } from "#core/contract/kit/operation";
import * as order from "#core/contract/order";
import * as vendor from "#core/contract/vendor";
import { call } from "../support/call.ts";
import { plausible } from "../support/plausible.ts";
import { leastProcessorMsOf } from "../support/processor-time.ts";

/** The input is wrong on purpose, so the operation's own type does not matter. */
const send = (op: Operation, rawBody: string | Uint8Array) => call(op, plausible(op), { rawBody });
const issue = (path: string) => ({
  status: 400,
  body: {
    error: { code: "request.invalid", detail: { issues: expect.arrayContaining([expect.objectContaining({ path })]) } },
  },
});

/** A body of about this many bytes that repeats one piece. */
const filled = (bytes: number, open: string, piece: string, close: string) =>
  open + piece.repeat(Math.floor((bytes - open.length - close.length) / piece.length)) + close;
const plain = (bytes: number) => filled(bytes, '{"name":"', "x", '"}');

const shapes: Readonly<Record<string, (bytes: number) => string>> = {
  "a text of escapes": (bytes) => filled(bytes, '{"name":"', "\\u0041", '"}'),
  "a text of quotes": (bytes) => filled(bytes, '{"name":"', '\\"', '"}'),
  "a list of numbers": (bytes) => filled(bytes, '{"name":[', "0,", "0]}"),
  "a list of empty lists": (bytes) => filled(bytes, '{"name":[', "[],", "[]]}"),
  "a list of escapes": (bytes) => filled(bytes, '{"name":[', '"\\u0041",', "0]}"),
  "a list of longer texts": (bytes) => filled(bytes, '{"name":[', `"\\u0041${"x".repeat(60)}",`, "0]}"),
  "many fields": (bytes) =>
    `{${Array.from({ length: Math.floor(bytes / 12) }, (_, n) => `"${String(n).padStart(7, "0")}":0`).join(",")}}`,
  "lists in lists": (bytes) => `{"name":${filled(bytes / 2, "", "[", "")}${filled(bytes / 2, "", "]", "")}}`,
};

const workFor = (body: string) =>
  leastProcessorMsOf(5, async () => {
    expect(await send(vendor.create, body)).toMatchObject({
      status: 400,
      body: { error: { code: "request.invalid" } },
    });
  });

// One request of 5.5 MB, a list of zeros for a password, ended the process: two objects and a path for each zero.
describe("a body of 5 MB", { timeout: 120_000 }, () => {
  let asPlain: number;
  beforeAll(async () => {
    asPlain = await workFor(plain(5_000_000));
  });

  it.each(Object.entries(shapes))("takes no more work per byte than one of 0.5 MB: %s", async (_, shape) => {
    const [small, large] = [await workFor(shape(500_000)), await workFor(shape(5_000_000))];
    // The factor of two allows for the overhead of a run; work that grows with the square would be ten times as much.
    expect(large / 10 / small).toBeLessThan(2);
    // And a byte of any body costs about as much as a byte of one long text.
    expect(large / asPlain).toBeLessThan(8);
  });

  it.each(Object.entries(shapes))("takes no more memory than a small multiple of its size: %s", async (_, shape) => {
    const body = shape(5_000_000);
    const before = process.memoryUsage().heapUsed;
    await send(vendor.create, body);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
  });

  it("with a great many errors names fifty", async () => {
    const { status, body } = await send(vendor.create, shapes["many fields"]!(1_000_000));
    const issues = body as { error?: { detail?: { issues?: unknown[] } } };
    expect([status, issues.error?.detail?.issues?.length]).toEqual([400, 50]);
  });

  // The refusal was as large as the request.
  it("gets no name of a megabyte back, but its first 200 characters", async () => {
    const name = "😀".repeat(250_000);
    for (const value of [1, "\0"]) {
      const { status, body } = await send(vendor.create, JSON.stringify({ [`a${name}`]: value }));
      const issues = body as { error?: { detail?: { issues?: { path: string }[] } } };
      expect([status, issues.error?.detail?.issues?.at(-1)?.path]).toEqual([400, `a${"😀".repeat(99)}\ufffd`]);
    }
  });
});

// Each name was looked for among all of them: half a second of work for 15 kB.
it("a query takes work that grows only with its length, however many names it has", async () => {
  const workOf = (names: number) => {
    const query = Object.fromEntries(Array.from({ length: names }, (_, n) => [n.toString(36), "1"]));
    return leastProcessorMsOf(5, async () => {
      expect(await call(vendor.list, query as object, { as: null })).toMatchObject({ status: 401 });
      expect(await call(vendor.list, query as object)).toMatchObject({ status: 400 });
    });
  };
  const [few, many] = [await workOf(500), await workOf(5_000)];
  expect(many / few).toBeLessThan(20);
});

describe("a body", () => {
  const open = operations.filter((op) => op.right === "anyone" && hasBody(op) && !op.rawBody);

  it.each(open)("of an operation without credentials is limited to 16 kB: $name", async (op) => {
    expect(await send(op, filled(16_384, '{"email":"', "x", '"}'))).toMatchObject({ status: 400 });
    expect(await send(op, filled(16_385, '{"email":"', "x", '"}'))).toMatchObject({
      status: 413,
      body: { error: { code: "request.tooLarge", detail: { bytesMax: 16_384 } } },
    });
  });

  // The last one counted, and the client was not told that the other did not.
  it.each(['{"name":"a","name":"b"}', '{"name":"a","x":[{"y":{"n":1,"m":":","\\u006e":2}}]}'])(
    "names no field twice: %s",
    async (rawBody) => {
      const issues = [{ path: "", message: "An object in the body has two fields with the same name." }];
      expect(await send(vendor.create, rawBody)).toMatchObject({
        status: 400,
        body: { error: { detail: { issues } } },
      });
    },
  );

  it("may have 100,000 values, nested 32 deep, and no more", async () => {
    const values = (count: number) => `{"name":[${"0,".repeat(count - 2)}0]}`;
    const nested = (depth: number) => `{"name":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
    expect(await send(vendor.create, values(100_000))).toMatchObject(issue("name"));
    expect(await send(vendor.create, values(100_001))).toMatchObject(issue(""));
    expect(await send(vendor.create, nested(32))).toMatchObject(issue("name"));
    expect(await send(vendor.create, nested(33))).toMatchObject(issue(""));
    // Brackets and commas inside a text are only text.
    expect(await send(vendor.create, JSON.stringify({ name: '\\"[,'.repeat(100_000) }))).toMatchObject(issue("name"));
  });
});

describe("text that cannot be stored", () => {
  it.each([
    ["a NUL", '{"name":"ok","lines":[1,{"deep":"a\\u0000b"}]}', "lines.1.deep"],
    ["half a character", '{"name":"ok","lines":[1,{"deep":"\\ud800"}]}', "lines.1.deep"],
    ["half a character before another", '{"name":"\\ud83dx"}', "name"],
    ["a field's name", '{"name":{"a\\u0000b":1}}', "name"],
  ])("is refused with its path: %s", async (_, body, path) => {
    expect(await send(vendor.create, body)).toMatchObject(issue(path));
  });

  it("is not an emoji, which may come as two escapes", async () => {
    const { status, body } = await call(vendor.create, { name: "" }, { rawBody: '{"name":"\\ud83e\\uddf5 🧵 é"}' });
    expect([status, body.name]).toEqual([201, "🧵 🧵 é"]);
  });

  // Substituted for undecodable bytes, U+FFFD is stored, printed on labels and signed in webhooks.
  const latin1 = Buffer.from('{"name":"Caf\u00e9"}', "latin1");
  it.each([
    ["a byte of another encoding", latin1],
    ["half a character", Buffer.from('{"name":"🧵"}').subarray(0, -3)],
    ["a character in more bytes than it needs", Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
    ["a surrogate", Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
  ])("is refused if it is not UTF-8: %s", async (_, bytes) => {
    expect(await send(vendor.create, bytes)).toMatchObject(issue(""));
  });

  it("is noticed if a gateway has read it as text", async () => {
    const sent = (length: number) =>
      call(
        vendor.create,
        { name: "" },
        {
          rawBody: latin1.toString("utf8"),
          headers: { "content-length": String(length) },
        },
      );
    expect(await sent(latin1.length)).toMatchObject(issue(""));
    // A client that sends U+FFFD itself means it.
    expect((await sent(Buffer.byteLength(latin1.toString("utf8")))).body).toMatchObject({ name: "Caf\ufffd" });
  });

  it("is refused in a query, by name, but a lone percent sign is not", async () => {
    const asked = (rawQuery: string) => call(order.list, {}, { rawQuery });
    expect(await asked("limit=1&q=caf%E9")).toMatchObject(issue("q"));
    expect(await asked("q=%F0%9F%98")).toMatchObject(issue("q"));
    expect(await asked("q=caf%C3%A9")).toMatchObject({ status: 200 });
    expect(await asked("q=100%")).toMatchObject({ status: 200 });
  });
});
