import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import * as webhook from "#core/contract/webhook";
import { db } from "#core/db/client";
import { within } from "#core/time-left";
import { sendByQueue } from "#core/webhook/send-by-queue";
import { call } from "../support/call.ts";
import { aFarServer, aNameServer, aStoppedServer } from "../support/far-away.ts";
import { authority, certificates } from "../support/given/certificates.ts";
import { anEndpoint, rowsOf, send, someDeliveries } from "../support/given/webhooks.ts";
import { answer, aReceiver, type Manner } from "../support/receiver.ts";

/**
 * No test waits ten seconds if less proves the point; the one for a receiver that never answers waits the real time.
 */
const quick = { timeoutMs: 600 };

const noEndpoints = () => db().$client`delete from webhook_endpoints`;
beforeEach(async () => {
  await noEndpoints();
});

/** Sends one row to one URL, once, and returns how it ended. */
async function sentTo(url: string, how = {}) {
  await noEndpoints(); // or retries to earlier ones could keep it busy until this one's is due too
  const endpoint = await anEndpoint(url);
  await someDeliveries(1);
  await send(how);
  const [row] = await rowsOf(endpoint.id);
  return { row: row!, endpoint };
}
const sentWith = async (manner: Manner, how = {}) => {
  const receiver = await aReceiver(manner);
  return { receiver, ...(await sentTo(receiver.url, how)) };
};
const aDeafPort = async () => (await aStoppedServer()).port;
const aServer = async (onSocket: (socket: Socket) => void): Promise<number> => {
  const server = createServer(onSocket).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
};
const failedOnce = (lastError: string, lastStatus: number | null = null) => ({
  status: "pending",
  attempts: 1,
  lastError,
  lastStatus,
  history: [{ error: lastError, status: lastStatus }],
});

describe("a receiver's status", () => {
  // Following it would send the signed payload to an address that no owner has set.
  it.each([300, 301, 302, 303, 304, 305, 307, 308])(
    "treats %i as a failure, and does not follow the Location",
    async (status) => {
      const elsewhere = await aReceiver();
      const { row, receiver } = await sentWith(answer(status, { headers: `location: ${elsewhere.url}\r\n` }));
      expect(row).toMatchObject(failedOnce(`http_${status}`, status));
      expect(receiver.received).toHaveLength(1);
      expect(elsewhere.connections()).toBe(0);
    },
  );

  it.each([200, 201, 202, 204, 206, 299])("%i is delivered", async (status) => {
    const { row } = await sentWith(answer(status));
    expect(row).toMatchObject({ status: "delivered", lastStatus: status, lastError: null, dueInSeconds: null });
  });

  it("treats 101, and a 1xx without a final response, as failures", async () => {
    const upgrade = await sentWith(answer(101, { headers: "connection: upgrade\r\nupgrade: nonsense\r\n" }));
    expect(upgrade.row).toMatchObject({ status: "pending", attempts: 1, lastStatus: null });
    const early = await sentWith((socket) => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"), quick);
    expect(early.row).toMatchObject(failedOnce("timeout"));
  });

  // A 404 during a deploy, or a 410 from a maintenance page, must not lose the event.
  it.each([400, 401, 404, 410, 413, 429, 500, 503])("%i is a failure, to be retried in 2 s", async (status) => {
    const { row } = await sentWith(answer(status, { headers: "retry-after: 9999\r\n" }));
    expect(row).toMatchObject(failedOnce(`http_${status}`, status));
    expect(row.dueInSeconds).toBeGreaterThan(1);
    expect(row.dueInSeconds).toBeLessThanOrEqual(2);
  });
});

describe("a receiver's body", () => {
  // Read to its end, an endless body takes all memory within a second.
  it("an endless one and one of 10 GB are cut, memory use stays flat, and the status decides", async () => {
    const megabyte = Buffer.alloc(1024 * 1024, "x");
    let written = 0;
    const pour: Manner = (socket) => {
      const on = () => {
        while (!socket.destroyed && socket.write(megabyte)) written++;
      };
      socket.on("drain", on);
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 10737418240\r\n\r\n");
      on();
    };
    const before = process.memoryUsage().rss;
    const { row } = await sentWith(pour);
    expect(row).toMatchObject({ status: "delivered", lastStatus: 200 });
    const endless: Manner = (socket) => {
      const on = () => {
        while (!socket.destroyed && socket.write(`${(65536).toString(16)}\r\n${"x".repeat(65536)}\r\n`));
      };
      socket.on("drain", on);
      socket.write("HTTP/1.1 500 Oh\r\ntransfer-encoding: chunked\r\n\r\n");
      on();
    };
    expect((await sentWith(endless)).row).toMatchObject(failedOnce("http_500", 500));
    expect(written).toBeLessThan(64);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  // The slot is free again at the deadline. The answer was still 200: sending again would only be a duplicate.
  it("one that never ends holds its slot only until the deadline", async () => {
    const drip: Manner = (socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
      const timer = setInterval(() => socket.write("x"), 50);
      socket.on("close", () => clearInterval(timer));
    };
    const { row } = await sentWith(drip, { timeoutMs: 2_000 });
    expect(row).toMatchObject({ status: "delivered", lastStatus: 200 });
    expect(row.history[0]!.ms).toBeGreaterThanOrEqual(500);
    expect(row.history[0]!.ms).toBeLessThan(9_000); // the usual deadline is 10 s, and all of it would take 50 s
  });

  it("a broken connection after a 200 still counts as delivered", async () => {
    const { row } = await sentWith((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nonly this", () => socket.resetAndDestroy());
    });
    expect(row).toMatchObject({ status: "delivered", lastStatus: 200 });
  });

  it("a gzip bomb is not decompressed", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const before = process.memoryUsage().rss;
    const { row } = await sentWith((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    expect(row).toMatchObject({ status: "delivered" });
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
  });
});

describe("a receiver with broken HTTP", () => {
  it("slow headers, or a flood of 100 responses, end at the deadline", async () => {
    const dripped = await sentWith((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("x-a: b\r\n"), 50);
      socket.on("close", () => clearInterval(timer));
    }, quick);
    expect(dripped.row).toMatchObject(failedOnce("timeout"));
    const flood = await sentWith((socket) => {
      const timer = setInterval(() => socket.write("HTTP/1.1 100 Continue\r\n\r\n"), 5);
      socket.on("close", () => clearInterval(timer));
    }, quick);
    expect(flood.row).toMatchObject({ status: "pending", attempts: 1, lastStatus: null });
  });

  it("40 KB of headers are a failure, not a crash", async () => {
    const { row } = await sentWith(answer(200, { headers: `x-long: ${"y".repeat(40_000)}\r\n` }));
    expect(row).toMatchObject(failedOnce("invalid_response"));
  });

  it("one that accepts and never answers, and one that never accepts, fail after 10 s", async () => {
    const silent = await aReceiver(() => {});
    const endpoints = [await anEndpoint(silent.url), await anEndpoint(`http://127.0.0.1:${await aDeafPort()}/`)];
    await someDeliveries(1);
    await send();
    const [mute, blackholed] = (await Promise.all(endpoints.map(({ id }) => rowsOf(id)))).flat();
    expect(mute).toMatchObject(failedOnce("timeout"));
    expect(mute!.history[0]!.ms).toBeGreaterThanOrEqual(9_900);
    expect(mute!.history[0]!.ms).toBeLessThan(30_000);
    expect(blackholed).toMatchObject(failedOnce("timeout"));
    expect(blackholed!.history[0]!.ms).toBeGreaterThanOrEqual(9_900);
    expect(blackholed!.history[0]!.ms).toBeLessThan(30_000);
  });

  // A store far away from its receiver sets a longer timeout, and connecting is part of it.
  it("one that never accepts has the whole timeout, if it is longer than the default", async () => {
    const { row } = await sentTo(`http://127.0.0.1:${await aDeafPort()}/`, { timeoutMs: 12_000 });
    expect(row).toMatchObject(failedOnce("timeout"));
    expect(row.history[0]!.ms).toBeGreaterThanOrEqual(11_900);
  });

  it("a dead keep-alive connection costs one attempt, and the next attempt uses a new connection", async () => {
    const receiver = await aReceiver((socket, _request, nth) => {
      if (nth === 2) socket.resetAndDestroy();
      else answer(200)(socket, _request, nth);
    });
    const endpoint = await anEndpoint(receiver.url);
    await someDeliveries(1);
    await send();
    await someDeliveries(1);
    await send();
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "delivered" }, failedOnce("reset")]);
    await db()
      .$client`update webhook_deliveries set next_attempt_at = now() - interval '1 second', hidden_until = null where status = 'pending'`;
    await send();
    expect(await rowsOf(endpoint.id)).toMatchObject([{ status: "delivered" }, { status: "delivered", attempts: 2 }]);
    expect(receiver.received.at(-1)!.connection).toBeGreaterThan(receiver.received[1]!.connection);
  });

  it("an answer before the body is read counts; one that is not HTTP is a readable failure", async () => {
    const port = await aServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"));
    });
    const early = await anEndpoint(`http://127.0.0.1:${port}/`);
    await someDeliveries(1, "order.paid", { note: "x".repeat(3_000_000) });
    await send();
    expect((await rowsOf(early.id))[0]).toMatchObject({ status: "delivered", lastStatus: 200 });
    for (const nonsense of [
      "SSH-2.0-OpenSSH_9.9\r\n",
      "\0\xff\xfe\r\n\r\n",
      "HTTP/1.1 2OO \0\r\n\r\n",
      "HTTP/9.9 200 OK\r\n\r\n",
    ]) {
      const { row } = await sentWith((socket) => socket.end(nonsense));
      expect(row).toMatchObject(failedOnce("invalid_response"));
    }
    const { row } = await sentWith((socket) => socket.end());
    expect(row).toMatchObject(failedOnce("reset"));
  });
});

describe("a receiver's name", () => {
  it("unknown, unresponsive and IPv6-only names fail within the deadline, and delay no others", async () => {
    await aNameServer((name, type) => {
      if (name.startsWith("silent")) return "silence";
      if (name === "six.test") return type === 28 ? ["0000:0000:0000:0000:0000:0000:0000:0001"] : [];
      return "nothing";
    });
    const good = await aReceiver();
    // More silent names than Node has threads for the system's resolver.
    const silent = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => anEndpoint(`http://silent${n}.test/`)));
    const unknown = await anEndpoint("http://nxdomain.test/");
    const six = await anEndpoint("http://six.test:9/");
    const well = await anEndpoint(good.url);
    await someDeliveries(1);
    await send({ timeoutMs: 4_000 });
    const tookMs: number[] = [];
    for (const { id } of silent) {
      const [row] = await rowsOf(id);
      expect(["timeout", "dns"]).toContain(row!.lastError);
      tookMs.push(row!.history[0]!.ms);
    }
    expect(Math.max(...tookMs)).toBeLessThan(15_000); // the name server's own time is 18 s
    // Tried again meanwhile, as it failed at once.
    expect((await rowsOf(unknown.id))[0]).toMatchObject({ status: "pending", lastError: "dns" });
    expect(["refused", "unreachable"]).toContain((await rowsOf(six.id))[0]!.lastError);
    const [delivered] = await rowsOf(well.id);
    expect(delivered).toMatchObject({ status: "delivered" });
    expect(delivered!.history[0]!.ms).toBeLessThan(Math.min(...tookMs));
  });

  // Node gives each address but the last a quarter of a second to connect. The last is often IPv6, which a host without
  // IPv6 cannot reach: then nothing is ever delivered to a receiver that is far away.
  it("one with IPv6 too is reached over IPv4, however long it takes to connect", async () => {
    const { row } = await sentTo(`http://far.test:${await aFarServer()}/`);
    expect(row).toMatchObject({ status: "delivered", lastStatus: 200 });
  });

  // The name itself is not checked: what counts is the address of the connection, which is resolved each time.
  it("metadata and link-local addresses are refused at connect, including DNS rebinding", async () => {
    const literals = [
      "169.254.169.254",
      "169.254.170.2",
      "2852039166",
      "0xa9fea9fe",
      "0251.0376.0251.0376",
      "169.254.43518",
      "１６９.２５４.１６９.２５４",
      "[::ffff:169.254.169.254]",
      "[::ffff:a9fe:a9fe]",
      "[::169.254.169.254]",
      "[64:ff9b::a9fe:a9fe]",
      "[2002:a9fe:a9fe::]",
      "[::ffff:0:a9fe:a9fe]",
      "[::ffff:0:169.254.169.254]",
      "[64:ff9b:1::a9fe:a9fe]",
      "[64:ff9b:1:a9fe:a9:fe00::]",
      "[64:ff9b:1:ffa9:fe:a9fe::]",
      "[64:ff9b:1:ffff:a9:fea9:fe00:0]",
      "[2a00:1450::5efe:a9fe:a9fe]",
      "[2a00:1450::200:5efe:a9fe:a9fe]",
      "[2001:0:4136:e378:8000:63bf:5601:5601]",
      "[2001:0:a9fe:a9fe:8000:63bf:3fff:fdd2]",
      "[fe80::1]",
      "[fd00:ec2::254]",
      "100.100.100.200",
      "168.63.129.16",
    ];
    for (const host of literals) {
      const { row } = await sentTo(`http://${host}/latest/meta-data/`);
      expect({ host, ...row }).toMatchObject({ host, ...failedOnce("refused_address") });
    }
    let asked = 0;
    const receiver = await aReceiver(answer(200, { headers: "connection: close\r\n" }));
    await aNameServer((_name, type) => (type === 1 ? [asked++ === 0 ? "127.0.0.1" : "169.254.169.254"] : []));
    const endpoint = await anEndpoint(`http://rebinding.test:${receiver.port}/`);
    await someDeliveries(1);
    await send();
    await someDeliveries(1);
    await send();
    const rows = await rowsOf(endpoint.id);
    expect(rows).toMatchObject([{ status: "delivered" }, failedOnce("refused_address")]);
  });

  // A typing error would silently disable the protection.
  it.each(["Public", "private", "true", " public"])(
    "WEBHOOK_EGRESS=%j is refused with a clear message",
    async (value) => {
      const receiver = await aReceiver();
      await anEndpoint(receiver.url);
      await someDeliveries(1);
      process.env["WEBHOOK_EGRESS"] = value;
      onTestFinished(() => void delete process.env["WEBHOOK_EGRESS"]);
      await expect(sendByQueue("fast", within(20_000))).rejects.toThrow(
        `WEBHOOK_EGRESS is "${value}": set it to public`,
      );
      expect(receiver.connections()).toBe(0);
    },
  );

  it("WEBHOOK_EGRESS=public refuses every private address, and Lambda's own runtime API", async () => {
    const receiver = await aReceiver();
    process.env["WEBHOOK_EGRESS"] = "public";
    onTestFinished(() => void delete process.env["WEBHOOK_EGRESS"]);
    const hosts = [
      "127.0.0.1",
      "localhost",
      "10.0.0.1",
      "172.16.0.1",
      "192.168.1.1",
      "100.64.0.1",
      "0.0.0.0",
      "[::1]",
      "[::]",
    ];
    hosts.push(
      "[::ffff:10.0.0.1]",
      "[fd12::1]",
      "[64:ff9b::c0a8:101]",
      "[::ffff:0:7f00:1]",
      "2130706433",
      "127.1",
      "017700000001",
      // Not routed on the internet, and free for a network's own use (IANA's registry of special addresses).
      ...["[5f00::1]", "[3fff::1]", "[2001:2::1]", "[2001:10::1]", "[100:0:0:1::1]"],
    );
    for (const host of hosts) {
      const { row } = await sentTo(`http://${host}:${receiver.port}/`);
      expect({ host, ...row }).toMatchObject({ host, ...failedOnce("refused_address") });
    }
    delete process.env["WEBHOOK_EGRESS"];
    process.env["AWS_LAMBDA_RUNTIME_API"] = "127.0.0.1:9001";
    onTestFinished(() => void delete process.env["AWS_LAMBDA_RUNTIME_API"]);
    for (const host of ["127.0.0.1", "[::1]", "localhost"]) {
      expect((await sentTo(`http://${host}:9001/`)).row).toMatchObject(failedOnce("refused_address"));
    }
    expect(receiver.connections()).toBe(0);
  });
});

describe("a receiver's certificate", () => {
  it("untrusted and expired certificates, wrong names and stalled handshakes fail with a clear message, and no variable disables the checks", async () => {
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    onTestFinished(() => void delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]);
    const trusted = getCACertificates("default");
    setDefaultCACertificates([...trusted, authority]);
    onTestFinished(() => setDefaultCACertificates(trusted));
    for (const [which, word] of [
      ["self", "tls_untrusted"],
      ["expired", "tls_expired"],
      ["otherHost", "tls_wrong_host"],
    ] as const) {
      const receiver = await aReceiver(answer(200), certificates[which]);
      expect({ which, ...(await sentTo(receiver.url)).row }).toMatchObject({ which, ...failedOnce(word) });
      expect(receiver.received).toHaveLength(0);
    }
    const good = await aReceiver(answer(200), certificates.good);
    expect((await sentTo(good.url)).row).toMatchObject({ status: "delivered" });
    const notTls = await aReceiver(answer(200));
    expect((await sentTo(notTls.url.replace("http:", "https:"), quick)).row.lastError).toMatch(/^(tls|timeout|reset)$/);
    const port = await aServer(() => {});
    expect((await sentTo(`https://127.0.0.1:${port}/`, quick)).row).toMatchObject(failedOnce("timeout"));
  });
});

describe("a receiver's URL", () => {
  it("user and password are sent as Basic authorization; unusual URLs fail without a crash", async () => {
    const receiver = await aReceiver();
    const withUser = receiver.url.replace("//", "//%C3%BCser:p%40ss@");
    expect((await sentTo(withUser)).row).toMatchObject({ status: "delivered" });
    expect(receiver.received[0]!.headers["authorization"]).toBe(`Basic ${Buffer.from("üser:p@ss").toString("base64")}`);
    expect(receiver.received[0]!.path).toBe("/hook");

    const long = `${receiver.url}?${"q".repeat(2000 - receiver.url.length - 1)}`;
    expect(long).toHaveLength(2000);
    expect((await sentTo(long)).row).toMatchObject({ status: "delivered" });
    expect((await sentTo(`http://localhost.:${receiver.port}/#part`)).row).toMatchObject({ status: "delivered" });
    expect(receiver.received.map(({ path }) => path)).toContain("/");
    const odd = [
      "http://127.0.0.1:0/",
      "http://[::1]:1/",
      "http://bücher.test/",
      "http://127.0.0.1:1/%zz?ü=\u{1F69A}",
      "http://%41%42.test/",
    ];
    for (const url of odd) {
      const { row } = await sentTo(url, quick);
      expect(row).toMatchObject({ status: "pending", attempts: 1, lastStatus: null });
    }
    const wrong = [
      "ftp://host/",
      "host/path",
      "http://",
      "https:///",
      "javascript:alert(1)",
      `http://h/${"x".repeat(2000)}`,
      "http://a b/",
    ];
    for (const url of wrong) {
      expect(await call(webhook.createEndpoint, { url, events: ["*"] })).toMatchObject({ status: 400 });
    }
  });

  it("an invalid URL does not delay the other nineteen rows of its claim", async () => {
    const receiver = await aReceiver();
    const endpoints = await Promise.all(Array.from({ length: 20 }, (_, n) => anEndpoint(`${receiver.url}/${n}`)));
    // The contract accepts no URL that cannot be sent to; one that got in some other way must do no harm either.
    await db().$client`update webhook_endpoints set url = 'http://' where id = ${endpoints[7]!.id}`;
    await someDeliveries(1);
    expect(await send()).toMatchObject({ delivered: 19, failed: 1 });
    expect((await rowsOf(endpoints[7]!.id))[0]).toMatchObject(failedOnce("invalid_request"));
  });

  it("a secret that no configured key decrypts is a failure of its own row only", async () => {
    const receiver = await aReceiver();
    const [broken, fine] = [await anEndpoint(receiver.url), await anEndpoint(receiver.url)];
    await db()
      .$client`update webhook_endpoints set secret = (select secret from webhook_endpoints where id = ${fine.id}) where id = ${broken.id}`;
    await someDeliveries(1);
    await send();
    expect((await rowsOf(broken.id))[0]).toMatchObject(failedOnce("secret_unreadable"));
    expect((await rowsOf(fine.id))[0]).toMatchObject({ status: "delivered" });
  });
});
