import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, createServer, get, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { orderIdsMax } from "#core/contract/order";
import { newId } from "#core/id";
import type { Child } from "#local/child";
import { unansweredMax } from "#local/http/api";
import { bodyOf, unfinishedBytesMax } from "#local/http/body-of";
import { gatewayEvent } from "#local/http/gateway-event";
import { listen } from "#local/http/listen";
import { endWith, unsentBytesMax } from "#local/http/serve-files";
import { aRuntime, signedIn, statusAsSent } from "../support/harness/runtime.ts";

let runtime: Child;
beforeAll(async () => {
  runtime = await aRuntime();
}, 120_000);

const anEvent = (given: Partial<Parameters<typeof gatewayEvent>[0]>) =>
  gatewayEvent({
    method: "POST",
    target: "/api/x",
    headers: {},
    body: new Uint8Array(),
    sourceIp: "203.0.113.7",
    routeKey: "POST /api/x",
    pathParameters: {},
    ...given,
  });

describe("the event of API Gateway", () => {
  it("joins the values of one header or one query parameter with commas, and keeps cookies separate", () => {
    const event = anEvent({
      target: "/api/x?status=a&status=b%20c&one=1&plus=a+b&constructor=1",
      headers: { "x-two": ["1", "2"], cookie: ["a=1; b=2", "c=3"], host: "store.test" },
    });
    expect(event.headers).toEqual({ "x-two": "1,2", host: "store.test" });
    expect(event.cookies).toEqual(["a=1", "b=2", "c=3"]);
    expect(event.queryStringParameters).toEqual({ status: "a,b c", one: "1", plus: "a b", constructor: "1" });
    expect(event.rawQueryString).toBe("status=a&status=b%20c&one=1&plus=a+b&constructor=1");
  });

  // A CSV with an umlaut in Latin-1, or a gzip body, is corrupted for good once it has been read as UTF-8.
  it("encodes a body that is not text in base64, and leaves text as it is", () => {
    const bytes = Buffer.from([0xff, 0x00, 0xfe]);
    const binary = anEvent({ headers: { "content-type": "application/octet-stream" }, body: bytes });
    expect(binary).toMatchObject({ isBase64Encoded: true, body: bytes.toString("base64") });
    const zipped = anEvent({
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      body: bytes,
    });
    expect(zipped.isBase64Encoded).toBe(true);
    const text = anEvent({ headers: { "content-type": "application/json; charset=utf-8" }, body: Buffer.from('"ä"') });
    expect(text).toMatchObject({ isBase64Encoded: false, body: '"ä"' });
  });

  it("omits body, query, cookies and path parameters if there are none", () => {
    const event = anEvent({});
    for (const field of ["body", "queryStringParameters", "cookies", "pathParameters"])
      expect(event).not.toHaveProperty(field);
  });
});

describe("a server that is asked to stop", () => {
  // A proxy in front keeps its connections open and always has another request: the store was cut off mid-request after
  // 20 s.
  it("also stops while clients keep sending requests over open connections", async () => {
    const { promise: begun, resolve: begins } = Promise.withResolvers<void>();
    const server = createServer((_, response) => {
      begins();
      setTimeout(() => response.end("answered"), 20);
    });
    const { url, stop } = await listen(server);
    const agent = new Agent({ keepAlive: true });
    const clients = Array.from({ length: 4 }, () => askOn(url, agent));
    await begun;
    await stop();
    const answers = await Promise.all(clients);
    expect(new Set(answers.flat())).toEqual(new Set(["answered"]));
  });

  /** One request after the other until no one answers. */
  async function askOn(url: string, agent: Agent): Promise<string[]> {
    const answers: string[] = [];
    for (;;) {
      const answer = await new Promise<string | null>((resolve) => {
        const asked = get(url, { agent }, (response) => void text(response).then(resolve, () => resolve("cut off")));
        asked.once("error", () => resolve(null));
      });
      if (answer === null) return answers;
      answers.push(answer);
    }
  }
});

describe("the local API", () => {
  it("answers unknown routes with our own envelope", async () => {
    for (const [method, path] of [
      ["GET", "/api"],
      ["GET", "/api/nothing/here"],
      ["OPTIONS", "/api/nothing/here"],
      ["GET", "/api/health/"],
      ["GET", "/api/admin/orders/%E0%A4%A"],
    ] as const) {
      const response = await fetch(runtime.url + path, { method });
      expect([response.status, await response.json()]).toMatchObject([404, { error: { code: "route.unknown" } }]);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  it("lists the methods that a path supports", async () => {
    for (const [method, path, allow] of [
      ["DELETE", "/api/health", "GET, HEAD"],
      ["HEAD", "/api/admin/orders", "GET, POST"],
      ["OPTIONS", "/api/admin/orders", "GET, POST"],
      ["POST", `/api/admin/orders/${newId("order")}`, "GET, PATCH"],
      // The last segment is not taken for an order's id.
      ["PATCH", "/api/admin/orders/sweep-unpaid", "POST"],
    ] as const) {
      const response = await fetch(runtime.url + path, { method });
      expect([path, response.status, response.headers.get("allow")]).toEqual([path, 405, allow]);
      if (method !== "HEAD") expect(await response.json()).toMatchObject({ error: { code: "method.unknown" } });
    }
  });

  // Many monitors ask that way, and would report a store that runs as down.
  it.each(["/api/health", "/api/health/ready"])("answers HEAD %s as GET, without the body", async (path) => {
    const [told, got] = await Promise.all(["HEAD", "GET"].map((method) => fetch(runtime.url + path, { method })));
    expect([told?.status, await told?.text()]).toEqual([200, ""]);
    expect(told?.headers.get("content-length")).toBe(got?.headers.get("content-length"));
  });

  it("refuses an invalid request before any handler runs", async () => {
    const response = await fetch(`${runtime.url}/api/health?a=1&a=2`);
    expect([response.status, await response.json()]).toMatchObject([400, { error: { code: "request.invalid" } }]);
  });

  // CloudFront refuses a longer URL itself, with a page that tells the picker nothing.
  it("accepts as many orders for a picking sheet as documented, in a URL short enough for CloudFront", async () => {
    const ask = await signedIn(runtime);
    const sheetOf = (orders: number) =>
      `/api/admin/orders/picking-sheet?${Array.from({ length: orders }, () => `orderIds=${newId("order")}`).join("&")}`;
    expect(sheetOf(orderIdsMax).length).toBeLessThan(8192);
    expect(await ask("GET", sheetOf(orderIdsMax))).toEqual({ locations: [], more: false });
    await expect(ask("GET", sheetOf(orderIdsMax + 1))).rejects.toThrow("answered 400");
  });

  // Collecting a body before checking its size lets a client end the process.
  it("refuses a body above 6 MB, announced or not, without buffering it", async () => {
    const announced = await fetch(`${runtime.url}/api/admin/x/webhooks/endpoints`, {
      method: "POST",
      body: Buffer.alloc(6 * 1024 * 1024 + 1),
    });
    expect([announced.status, await announced.json()]).toMatchObject([413, { error: { code: "request.tooLarge" } }]);
    expect(announced.headers.get("cache-control")).toBe("no-store");
    expect(await endlessly(`${runtime.url}/api/admin/x/webhooks/endpoints`)).toBe(413);
    expect((await fetch(`${runtime.url}/api/health`)).status).toBe(200);
  });

  // A hundred and fifty of them at once took two gigabytes.
  it("keeps no large body of a stranger in memory, and answers as usual", async () => {
    const url = `${runtime.url}/api/admin/products`;
    const memoryOf = () =>
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${runtime.process.pid}/status`, "utf8"))?.[1]);
    const before = memoryOf();
    const sendMost = async (authorization: string) => {
      const asked = request(url, { method: "POST", headers: { authorization, "content-type": "application/json" } });
      const answer = new Promise<number>((resolve) => asked.once("response", (it) => resolve(it.statusCode ?? 0)));
      asked.write(Buffer.alloc(5_500_000, " "));
      await pause(2_000);
      asked.end("{}");
      return answer;
    };
    const statuses = await Promise.all(Array.from({ length: 60 }, () => sendMost("Bearer qmk_nobody")));
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(memoryOf() - before).toBeLessThan(150_000);
  });

  // Any number of strangers' requests, each a byte short of its end, stayed in memory for an hour.
  it("keeps a limited amount of unfinished bodies in memory, and gives up the oldest", async () => {
    const { hostname, port } = new URL(runtime.url);
    const bytes = 256 * 1024;
    const head = `POST /api/gateways/stripe/webhook HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${bytes}\r\n\r\n`;
    const isOpen = await Promise.all(
      Array.from({ length: unfinishedBytesMax / bytes + 60 }, async (_, nth) => {
        await pause(nth * 2);
        const socket = connect(Number(port), hostname).on("error", () => {});
        socket.write(head);
        socket.write(Buffer.alloc(bytes - 1, " "));
        onTestFinished(() => void socket.destroy());
        return () => !socket.closed;
      }),
    );
    const open = () => isOpen.filter((isStill) => isStill()).length;
    await vi.waitFor(() => expect(open() * (bytes - 1)).toBeLessThanOrEqual(unfinishedBytesMax), 20_000);
    expect(isOpen.at(-1)!()).toBe(true);
    expect(isOpen[0]!()).toBe(false);
    expect((await fetch(`${runtime.url}/api/admin/products`, { method: "POST", body: "{}" })).status).toBe(401);
  });

  // Each byte that was sent alone took a hundred and fifty: a few megabytes ended the process.
  it("needs no more memory for a body that comes in single bytes", async () => {
    const bytes = 256 * 1024;
    const { promise: read, resolve } = Promise.withResolvers<unknown>();
    let unread = bytes;
    const server = createServer((asked, answer) => {
      asked.on("data", (chunk) => (unread -= chunk.length)).pause();
      void bodyOf(asked, bytes).then(resolve, resolve);
      void read.then(() => answer.end());
    });
    const { port, stop } = await listen(server);
    const socket = connect(port, "127.0.0.1");
    onTestFinished(stop);
    onTestFinished(() => void socket.destroy());
    const before = memory();
    socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
    socket.write("1\r\nx\r\n".repeat(bytes));
    await vi.waitFor(() => expect(unread).toBe(0), 20_000);
    expect(memory() - before).toBeLessThan(8_000_000);
    socket.write("0\r\n\r\n");
    expect(await read).toEqual(Buffer.alloc(bytes, "x"));
  });

  // A byte a minute kept a connection, and what it had sent so far, for an hour.
  it("waits for a body as long as a slow line takes for it, and no longer", async () => {
    const { promise: read, resolve } = Promise.withResolvers<unknown>();
    const server = createServer((asked) => void bodyOf(asked, 100, "keep", 300).then(resolve, resolve));
    const { port, stop } = await listen(server);
    onTestFinished(stop);
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n");
    const drips = setInterval(() => socket.write("x"), 50);
    onTestFinished(() => clearInterval(drips));
    onTestFinished(() => void socket.destroy());
    expect(await Promise.race([read, pause(4_000, "it still waits")])).toBeInstanceOf(Error);
  });

  // The connection stays open, and the next request on it would be cut off.
  it("gives up no request that has arrived in full, however many others come and however long its answer takes", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const chunk = Buffer.alloc(4 * 1024 * 1024);
    const destroy = vi.fn();
    const arrives = { headers: {}, iterator: () => [chunk], destroy } as unknown as IncomingMessage; // all that is used
    for (let sent = 0; sent <= unfinishedBytesMax; sent += chunk.length) {
      expect(await bodyOf(arrives, chunk.length)).toHaveLength(chunk.length);
    }
    vi.advanceTimersByTime(3_600_000);
    expect(destroy).not.toHaveBeenCalled();
  });

  /** What is in use now, without garbage. */
  function memory(): number {
    setFlagsFromString("--expose-gc");
    runInNewContext("gc")();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  }

  // Forty kilobytes of them on one connection ended the process: all answers were held in memory at once.
  it.each([
    ["answers some requests that are sent before the answers to earlier ones", unansweredMax, unansweredMax],
    ["ends a connection with many", 1_000, 0],
  ])("%s", async (_, count, answered) => {
    const { hostname, port } = new URL(runtime.url);
    const socket = connect(Number(port), hostname).on("error", () => {});
    const rest = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n";
    socket.write(`${`${rest}\r\n`.repeat(count - 1)}${rest}Connection: close\r\n\r\n`);
    const all = await text(socket).catch(() => "");
    expect(all.split('{"status":"up"}').length - 1).toBe(answered);
    expect((await fetch(`${runtime.url}/api/health`)).status).toBe(200);
  });

  it("answers any number of requests on one connection, one after the other", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const sockets = new Set<Socket>();
    for (let nth = 0; nth < 2 * unansweredMax; nth++) {
      const [answer] = await once(get(`${runtime.url}/api/health`, { agent }), "response");
      sockets.add(answer.socket);
      expect(await text(answer)).toBe('{"status":"up"}');
    }
    expect(sockets.size).toBe(1);
  });

  // Ten answers on each of any number of connections waited in memory until their clients read them.
  it("keeps a limited amount of unread answers in memory, and gives up the oldest", async () => {
    const bytes = unsentBytesMax / 8;
    const server = createServer((_, answer) => endWith(answer, Buffer.alloc(bytes)));
    const { port, stop } = await listen(server);
    onTestFinished(stop);
    const sockets: Socket[] = [];
    for (let nth = 0; nth < 10; nth++) {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      onTestFinished(() => void socket.destroy());
      sockets.push(socket);
      socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      await once(socket, "readable");
    }
    const received = (socket: Socket) =>
      buffer(socket).then(
        ({ length }) => length,
        () => 0,
      );
    expect(await received(sockets.at(-1)!)).toBeGreaterThan(bytes);
    expect(await received(sockets[0]!)).toBeLessThan(bytes);
  });

  // An anonymous request with a list of zeros for a password was read, walked, and ended the process.
  it("refuses an anonymous body above 16 kB, even one of zeros", async () => {
    const body = `{"email":"a@b.test","password":[${"0,".repeat(2_700_000)}0]}`;
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${runtime.url}/api/admin/session`, { method: "POST", headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([
      413,
      { error: { code: "request.tooLarge", detail: { bytesMax: 16_384 } } },
    ]);
    expect(await endlessly(`${runtime.url}/api/admin/session`)).toBe(413);
  });

  // A shop's page could only say that something went wrong.
  it("lets any page read the refusal of a body that is too large, in the store API and nowhere else", async () => {
    const allowed = async (path: string) => {
      const answer = await fetch(runtime.url + path, { method: "POST", body: "x".repeat(17_000) });
      return [answer.status, answer.headers.get("access-control-allow-origin")];
    };
    expect(await allowed("/api/store/carts")).toEqual([413, "*"]);
    expect(await allowed("/api/admin/session")).toEqual([413, null]);
  });

  // A payment event with much metadata, or a parcel's with all its scans, was refused before its signature was checked.
  it.each(["gateways/stripe/webhook", "carriers/easypost/webhook", "messages/ses/receipts"])(
    "accepts 256 kB from a provider: %s",
    async (path) => {
      const sent = (bytes: number) =>
        fetch(`${runtime.url}/api/${path}`, { method: "POST", body: Buffer.alloc(bytes, "x") });
      // The provider is not set up in this store.
      expect(await (await sent(256 * 1024)).json()).toMatchObject({ error: { code: "provider.unknown" } });
      const tooLarge = await sent(256 * 1024 + 1);
      expect([tooLarge.status, await tooLarge.json()]).toMatchObject([413, { error: { code: "request.tooLarge" } }]);
    },
  );

  // A phone that loses its network is no one's fault: a line for each would hide those that matter.
  it("logs nothing for a client that disconnects while sending", async () => {
    const { hostname, port } = new URL(runtime.url);
    const socket = connect(Number(port), hostname);
    const head = ["POST /api/admin/session HTTP/1.1", `host: ${hostname}`, "content-type: application/json"];
    await new Promise((sent) => socket.write(`${head.join("\r\n")}\r\ncontent-length: 100\r\n\r\n{`, sent));
    await new Promise((passed) => setTimeout(passed, 200));
    socket.destroy();
    await new Promise((passed) => setTimeout(passed, 200));
    expect((await fetch(`${runtime.url}/api/health`)).status).toBe(200);
    expect(runtime.output()).not.toContain('"fault"');
  });

  // The admin's page came instead, with 200.
  it.each(["http://store.test/api/health", "HTTP://store.test:80/api/health"])("answers GET %s", async (target) => {
    const answer = await answered(`GET ${target} HTTP/1.1\r\nhost: store.test\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 200[\s\S]*{"status":"up"}$/);
  });

  it("refuses a request with two hosts", async () => {
    const answer = await answered("GET /api/health HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1.1 400[\s\S]*"request.invalid"/);
  });

  /** All that the server sends back, until it closes the connection. */
  const answered = (sent: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(runtime.url).port), "127.0.0.1", () => socket.write(sent));
      let text = "";
      socket.on("data", (chunk) => (text += chunk)).on("close", () => resolve(text));
    });

  it("survives input that is not HTTP at all", async () => {
    expect(await answered("\0\0\0 nonsense\r\n\r\n")).toMatch(/^HTTP\/1.1 400/);
    expect((await fetch(`${runtime.url}/api/health`)).status).toBe(200);
  });

  it("serves no file from outside the admin's folder", async () => {
    for (const path of [
      "/../package.json",
      "/%2e%2e/package.json",
      "/..%2f..%2fpackage.json",
      "/%00.json",
      "/package.json",
    ]) {
      const status = await statusAsSent(runtime, path);
      expect([path, status]).toEqual([path, 404]);
    }
  });

  it("forbids other sites to frame the admin or to run scripts in it", async () => {
    const { headers } = await fetch(`${runtime.url}/`);
    expect(headers.get("content-security-policy")).toContain("default-src 'self'");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });
});

/** Sends an endless body, in chunks, until there is an answer. */
function endlessly(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const chunk = Buffer.alloc(1024 * 1024);
    const sending = request(url, { method: "POST" }, (response) => {
      resolve(response.statusCode);
      sending.destroy();
    });
    sending.on("error", reject);
    const more = () => {
      if (!sending.destroyed) sending.write(chunk, more);
    };
    more();
  });
}
