/** A client that can choose its own address guesses passwords from a new one each time, or locks someone else out. */
import { createServer, request } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { listen } from "#local/http/listen";
import { trustedProxy } from "#local/http/trusted-proxy";
import { aRuntime, owner } from "../support/harness/runtime.ts";

type Headers = Record<string, string | string[]>;

/** The address that a server assigns to a client that connects from this machine with these headers. */
async function clientSeen(trust: string | undefined, headers: Headers) {
  const clientOf = trustedProxy(trust);
  const server = await listen(createServer((asked, response) => response.end(JSON.stringify(clientOf(asked)))));
  onTestFinished(server.stop);
  const text = await new Promise<string>((resolve, failed) => {
    const asked = request(server.url, { headers });
    asked.on("response", (response) => response.setEncoding("utf8").on("data", resolve)).on("error", failed);
    asked.end();
  });
  return JSON.parse(text);
}

describe("the client's address", () => {
  it.each([
    ["no proxy", undefined, "198.51.100.9", "127.0.0.1"],
    ["none by number", "0", "198.51.100.9", "127.0.0.1"],
    ["one", "1", "198.51.100.9", "198.51.100.9"],
    ["one, and what the asker says besides", "1", "192.0.2.1, 198.51.100.9", "198.51.100.9"],
    ["one, and what the asker says in a header of their own", "1", ["192.0.2.1", "198.51.100.9"], "198.51.100.9"],
    ["two", "2", "192.0.2.1, 198.51.100.9, 10.0.0.7", "198.51.100.9"],
    ["two, of which one was gone round", "2", "198.51.100.9", "198.51.100.9"],
    ["one with a port", "1", "198.51.100.9:4711", "198.51.100.9"],
    ["one that speaks IPv6", "1", "[2001:db8::5]:443", "2001:db8::5"],
    ["one that writes IPv4 as IPv6", "1", "::ffff:198.51.100.9", "198.51.100.9"],
    ["one that does not know", "1", "192.0.2.1, unknown", "127.0.0.1"],
    ["one that says nothing", "1", "", "127.0.0.1"],
    ["its network", "127.0.0.0/8", "192.0.2.1, 198.51.100.9", "198.51.100.9"],
    ["two networks", "10.0.0.0/8, 127.0.0.1", "192.0.2.1, 198.51.100.9, 10.0.0.7", "198.51.100.9"],
    ["an IPv6 network besides", "fd00::/8,127.0.0.1", "198.51.100.9, fd00::1", "198.51.100.9"],
    ["a network that the connection is not from", "10.0.0.0/8", "198.51.100.9", "127.0.0.1"],
  ])("is the one that a trusted proxy reports, and no other: %s", async (_, trust, forwardedFor, address) => {
    expect(await clientSeen(trust, { "x-forwarded-for": forwardedFor })).toMatchObject({ address });
  });

  it.each(["yes", "true", "-1", "11", "10.0.0.0/33", "fd00::/129", "proxy.internal", "10.0.0.0/8,", "1,10.0.0.1"])(
    "refuses TRUST_PROXY=%s in a sentence",
    (given) => {
      expect(() => trustedProxy(given)).toThrow(`TRUST_PROXY is "${given}"`);
    },
  );
});

describe("the scheme", () => {
  it("is the one that a trusted proxy reports, and no other", async () => {
    const schemeOf = async (trust: string | undefined, said?: string) =>
      (await clientSeen(trust, said === undefined ? {} : { "x-forwarded-proto": said })).scheme;
    expect(await schemeOf("1", "https")).toBe("https");
    expect(await schemeOf("127.0.0.1", "https,http")).toBe("https");
    expect([await schemeOf("1"), await schemeOf("1", "http"), await schemeOf("1", "httpsx")]).toEqual(
      Array(3).fill("http"),
    );
    expect([await schemeOf(undefined, "https"), await schemeOf("10.0.0.1", "https")]).toEqual(Array(2).fill("http"));
  });
});

describe("npm start behind a proxy", { timeout: 120_000 }, () => {
  it("counts sign-in attempts by the address that the proxy reports, and accepts changes from its own pages over TLS", async () => {
    const runtime = await aRuntime(undefined, { TRUST_PROXY: "1", PUBLIC_URL: "https://shop.test/" });
    const signIn = (password: string, from: string) =>
      fetch(`${runtime.url}/api/admin/session`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": from },
        body: JSON.stringify({ email: owner.email, password }),
      });
    for (let guess = 0; guess < 10; guess++) expect((await signIn("a guess", "198.51.100.9")).status).toBe(401);
    expect((await signIn(owner.password, "198.51.100.9")).status).toBe(429);
    const { status, headers } = await signIn(owner.password, "198.51.100.10");
    expect(status).toBe(200);

    const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
    // With the slash twice, no event of a gateway arrived, and no picture was found.
    const providers = await fetch(`${runtime.url}/api/admin/providers`, { headers: { cookie } });
    expect(await providers.text()).toContain('"https://shop.test/api/gateways/stripe/webhook"');
    const { host } = new URL(runtime.url);
    const change = async (origin: string, more = {}) =>
      (
        await fetch(`${runtime.url}/api/admin/store`, {
          method: "PATCH",
          headers: { "content-type": "application/json", cookie, origin, ...more },
          body: "{}",
        })
      ).status;
    // A page of this store's host that came without TLS may have been written by someone in between.
    const overTls = { "x-forwarded-proto": "https" };
    expect([await change(`https://${host}`, overTls), await change(`http://${host}`, overTls)]).toEqual([200, 403]);
    expect([await change(`https://${host}`), await change(`http://${host}`)]).toEqual([403, 200]);
    await runtime.end();
  });

  it("does not start if TRUST_PROXY is malformed", async () => {
    await expect(aRuntime(undefined, { TRUST_PROXY: "yes" })).rejects.toThrow('TRUST_PROXY is "yes": give the number');
  });
});
