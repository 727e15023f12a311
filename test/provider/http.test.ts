/** The HTTP client of all adapters: bounded, guarded, certain about what was never sent, and silent about secrets. */

import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { checkEgress } from "#core/net/guard";
import { outcomeOf } from "#core/provider/call";
import { type Ask, type HttpOptions, httpFor } from "#core/provider/http";
import { done, type Outcome } from "#core/provider/outcome";
import type { Exchange } from "#core/provider/record-exchange";
import { answer, aReceiver, type Manner } from "#test/support/receiver";
import { authority, certificates } from "../support/given/certificates.ts";

const secret = 'sec/ret+"with" ä & more=';

/** One exchange: its outcome, and what was recorded. */
async function ask(how: Partial<Ask>, options: Partial<HttpOptions> = {}): Promise<[Outcome<unknown>, Exchange[]]> {
  const records: Exchange[] = [];
  const record = (exchange: Exchange) => void records.push(exchange);
  const http = httpFor({ provider: "x", secrets: [secret], withinMs: 5_000, record, ...options });
  const outcome = await outcomeOf(http, async () => done(await http.send({ method: "POST", url: "", ...how })));
  return [outcome, records];
}

const json = (body: unknown): Manner =>
  answer(200, { body: JSON.stringify(body), headers: "content-type: application/json\r\n" });

afterEach(() => {
  for (const name of ["PROVIDER_EGRESS", "WEBHOOK_EGRESS", "RECORD_EXCHANGES"]) delete process.env[name];
});

describe("a request", () => {
  it("is a form, JSON, preformatted JSON, or multipart", async () => {
    const { url, received } = await aReceiver(json({}));
    const parts = new FormData();
    parts.append("name", "Ünïcödé");
    await ask({ url, body: { form: { "a[b]": "1 & 2", none: undefined, count: 3 } } });
    await ask({ url, body: { json: { a: [1] } } });
    await ask({ url, body: { jsonText: '{"a":10.00}' } });
    await ask({ url, body: { multipart: parts } });
    expect(received.map(({ headers, body }) => [headers["content-type"]?.split(";")[0], body.toString()])).toEqual([
      ["application/x-www-form-urlencoded", "a%5Bb%5D=1+%26+2&count=3"],
      ["application/json", '{"a":[1]}'],
      ["application/json", '{"a":10.00}'],
      ["multipart/form-data", expect.stringContaining("Ünïcödé")],
    ]);
  });

  it("has its query, its headers and its credentials", async () => {
    const { url, received } = await aReceiver(json({}));
    await ask({
      url: `${url}?a=1`,
      query: { b: "ä&", none: undefined },
      headers: { "X-Key": "k", none: undefined },
      basic: ["user", "pässword"],
    });
    await ask({ url, bearer: "token" });
    const headers = { "x-key": "k", "accept-encoding": "identity" };
    expect(received[0]).toMatchObject({ path: "/hook?a=1&b=%C3%A4%26", headers });
    expect(received[0]?.headers["authorization"]).toBe(`Basic ${Buffer.from("user:pässword").toString("base64")}`);
    expect(received[1]?.headers["authorization"]).toBe("Bearer token");
  });

  it("reuses an open connection", async () => {
    const receiver = await aReceiver(json({}));
    for (let nth = 0; nth < 5; nth++) await ask({ url: receiver.url });
    expect(receiver.connections()).toBeLessThan(5);
  });
});

describe("a response", () => {
  it("is JSON or bytes, whatever its status", async () => {
    const bytes = Buffer.from([0, 255, 10, 13]);
    const receiver = await aReceiver((socket, request, nth) =>
      nth === 1
        ? json({ id: 7 })(socket, request, nth)
        : socket.write(
            Buffer.concat([
              Buffer.from("HTTP/1.1 404 No\r\ncontent-type: application/pdf\r\ncontent-length: 4\r\n\r\n"),
              bytes,
            ]),
          ),
    );
    const [first] = await ask({ url: receiver.url });
    const [second, [record]] = await ask({ url: receiver.url });
    expect(first).toMatchObject({ is: "done", value: { status: 200, json: { id: 7 } } });
    expect(second).toMatchObject({ is: "done", value: { status: 404, bytes, json: undefined } });
    expect(record).toMatchObject({ status: 404, answer: "(4 bytes of application/pdf)" });
  });

  // Otherwise a label might be bought and its answer not understood.
  it("is JSON after a byte order mark", async () => {
    const { url } = await aReceiver(answer(200, { body: '\uFEFF{"id":7}' }));
    const [outcome] = await ask({ url });
    expect(outcome).toMatchObject({ is: "done", value: { json: { id: 7 } } });
  });

  it("is checked: an unexpected one is unknown, since something may have been done", async () => {
    const { url } = await aReceiver(json({ id: 7 }));
    const http = httpFor({ provider: "x", secrets: [] });
    const outcome = await outcomeOf(http, async () =>
      done((await http.send({ method: "POST", url })).as(z.object({ id: z.string() }))),
    );
    expect(outcome).toEqual({
      is: "unknown",
      why: expect.stringMatching(/^It answered 200, but not as expected \(id: /),
    });
  });

  // Following a redirect would send the credentials elsewhere.
  it("is returned even if it is a redirect, which is not followed", async () => {
    const elsewhere = await aReceiver(json({}));
    const { url } = await aReceiver(answer(307, { headers: `location: ${elsewhere.url}\r\n` }));
    const [outcome] = await ask({ url });
    expect(outcome).toMatchObject({ is: "done", value: { status: 307 } });
    expect(elsewhere.received).toEqual([]);
  });

  it("is not decompressed, and limited to 1 MB", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    const zipped = await aReceiver((socket) =>
      socket.write(
        Buffer.concat([
          Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`),
          bomb,
        ]),
      ),
    );
    const [small] = await ask({ url: zipped.url });
    expect(small).toMatchObject({ is: "done", value: { bytes: { length: bomb.length }, json: undefined } });
    const large = await aReceiver(answer(200, { body: "x".repeat(1024 * 1024 + 1) }));
    expect((await ask({ url: large.url }))[0]).toEqual({ is: "unknown", why: "The answer is too large." });
    const fitting = await aReceiver(answer(200, { body: "x".repeat(1024 * 1024) }));
    expect((await ask({ url: fitting.url }))[0]).toMatchObject({ is: "done" });
  });

  it.each([
    ["its headers drip", (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\nx: ")],
    ["its body drips", (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")],
  ])("ends at the time limit, however %s", async (_, begin) => {
    const { url } = await aReceiver((socket) => {
      begin(socket);
      const dripping = setInterval(() => socket.write("x"), 20);
      socket.on("close", () => clearInterval(dripping));
    });
    const [outcome, [record]] = await ask({ url }, { withinMs: 500 });
    expect(outcome).toEqual({ is: "unknown", why: "There was no answer in time." });
    expect(record).toMatchObject({ failure: "timeout" });
  });
});

describe("a request that was certainly not sent", () => {
  it.each([
    ["nobody answers", "http://127.0.0.1:1/", "Nothing answers at its address."],
    ["the name is not known", "http://nobody.invalid/", "Its name could not be resolved."],
    [
      "the address is a cloud's own",
      "http://169.254.169.254/latest/meta-data",
      "Its address is one that must not be reached from here.",
    ],
    ["the address is link-local", "http://[fe80::1]/", "Its address is one that must not be reached from here."],
  ])("is left for later: %s", async (_, url, why) => {
    expect((await ask({ url }))[0]).toEqual({ is: "later", why, afterSeconds: null });
  });

  it("is left for later if no secure connection can be established", async () => {
    const { port } = await aReceiver();
    expect((await ask({ url: `https://127.0.0.1:${port}/` }))[0]).toMatchObject({ is: "later" });
  });

  // Sent after all, it would be carried out although it has been reported as not sent.
  it("is never sent once its time is up, even if a connection is established later", async () => {
    setDefaultCACertificates([...getCACertificates("default"), authority]);
    const receiver = await aReceiver(json({}), certificates.good);
    const waiting: Socket[] = [];
    const slow = createServer({ pauseOnConnect: true }, (socket) => waiting.push(socket));
    await new Promise<void>((listening) => slow.listen(0, "127.0.0.1", listening));
    onTestFinished(() => void slow.close());
    const { port } = slow.address() as { port: number };
    const [outcome] = await ask({ url: `https://127.0.0.1:${port}/` }, { withinMs: 500 });
    expect(outcome).toEqual({ is: "later", why: "There was no answer in time.", afterSeconds: null });
    // Now the handshake succeeds, and the abandoned request must not follow it.
    const [socket] = waiting;
    const through = connect(receiver.port, "127.0.0.1");
    socket!.pipe(through).pipe(socket!);
    socket!.resume();
    await once(socket!, "close");
    expect(through.bytesRead).toBeGreaterThan(0);
    expect(receiver.received).toEqual([]);
  });

  it.each(["not a URL", "ftp://127.0.0.1/", ""])("is refused if no request can be built: %s", async (url) => {
    expect((await ask({ url }))[0]).toMatchObject({ is: "refused", code: "settings" });
  });
});

it("a request that may have been sent is unknown: the connection breaks before there is an answer", async () => {
  const { url } = await aReceiver((socket) => socket.destroy());
  expect((await ask({ url }))[0]).toEqual({ is: "unknown", why: "The connection broke." });
});

describe("the allowed destinations", () => {
  it("include this machine, unless PROVIDER_EGRESS=public excludes it", async () => {
    const { url, port, received } = await aReceiver(json({}));
    process.env["WEBHOOK_EGRESS"] = "public";
    expect((await ask({ url }))[0]).toMatchObject({ is: "done" });
    process.env["PROVIDER_EGRESS"] = "public";
    for (const host of ["127.0.0.2", "localhost", "[::ffff:127.0.0.1]", "10.1.2.3"]) {
      const [outcome] = await ask({ url: `http://${host}:${port}/` });
      expect(outcome).toMatchObject({ is: "later", why: "Its address is one that must not be reached from here." });
    }
    expect(received).toHaveLength(1);
  });

  it("are set by a variable that is checked before anything starts", () => {
    process.env["PROVIDER_EGRESS"] = "pubic";
    expect(() => checkEgress("PROVIDER_EGRESS")).toThrow("PROVIDER_EGRESS");
    expect(() => checkEgress("WEBHOOK_EGRESS")).not.toThrow();
  });
});

describe("the record", () => {
  it("contains each exchange, including failed ones, with its time", async () => {
    const { url } = await aReceiver(json({ ok: true }));
    const [, [good]] = await ask({ url, body: { json: { a: 1 } } });
    expect(good).toEqual({
      method: "POST",
      url,
      status: 200,
      milliseconds: expect.any(Number),
      request: '{"a":1}',
      answer: '{"ok":true}',
      failure: null,
    });
    const [, [bad]] = await ask({ method: "GET", url: "http://127.0.0.1:1/" });
    expect(bad).toMatchObject({ method: "GET", status: null, request: "", answer: "", failure: "refused" });
  });

  it("is cut at 8 kB between two characters, and can be stored by PostgreSQL", async () => {
    const { url } = await aReceiver(answer(200, { body: `\0${"ä".repeat(10_000)}` }));
    const [, [record]] = await ask({ url, body: { form: { a: "x".repeat(10_000) } } });
    expect(Buffer.byteLength(record!.request)).toBe(8_192);
    expect(Buffer.byteLength(record!.answer)).toBeLessThanOrEqual(8_192);
    expect(record!.answer).toMatch(/^\uFFFDä+$/);
  });

  it("contains no part of a secret where it is cut", async () => {
    const { url } = await aReceiver(answer(200, { body: `${"x".repeat(8_190)}${secret}` }));
    const [, [record]] = await ask({ url });
    expect(record!.answer).toBe(`${"x".repeat(8_190)}[s`);
  });

  it("omits an answer that is itself a secret, but not a refusal", async () => {
    const receiver = await aReceiver(json({ access_token: "t0ken" }));
    const [, [token]] = await ask({ url: receiver.url, secretAnswer: true });
    expect(token!.answer).toBe("[secret]");
    receiver.behave = answer(401, { body: "unknown client" });
    const [, [no]] = await ask({ url: receiver.url, secretAnswer: true });
    expect(no!.answer).toBe("unknown client");
  });

  it("contains neither the settings' secrets nor tokens, wherever they occur", async () => {
    const { url } = await aReceiver(
      answer(400, { body: JSON.stringify({ message: `no: ${secret}, t0ken-of-today` }) }),
    );
    const [, [record]] = await ask({
      url: `${url}?key=${encodeURIComponent(secret)}`,
      bearer: "t0ken-of-today",
      body: { form: { secret, both: Buffer.from(`user:${secret}`).toString("base64") } },
    });
    const text = JSON.stringify(record);
    expect(text).toContain("[secret]");
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), "t0ken-of-today"]) {
      expect(text).not.toContain(form);
    }
    expect(text).not.toContain(Buffer.from(secret).toString("base64").slice(4, -4));
  });

  it("is also written, complete, to the file in RECORD_EXCHANGES, to be compared with the provider's description", async () => {
    const folder = mkdtempSync(join(tmpdir(), "exchanges-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "all.jsonl");
    appendFileSync(file, "");
    process.env["RECORD_EXCHANGES"] = file;
    const { url } = await aReceiver(json({ long: "x".repeat(20_000), said: secret }));
    await ask({ url: `${url}?a=1`, query: { b: 2 }, basic: ["user", secret], body: { json: { said: secret } } });
    const lines = readFileSync(file, "utf8").trim().split("\n");
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toEqual({
      provider: "x",
      method: "POST",
      path: "/hook",
      query: { a: "1", b: "2" },
      requestHeaders: expect.objectContaining({ authorization: "[secret]", "content-type": "application/json" }),
      requestBody: '{"said":"[secret]"}',
      status: 200,
      responseBody: JSON.stringify({ long: "x".repeat(20_000), said: "[secret]" }),
    });
  });
});
