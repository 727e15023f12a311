import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";

/** What the machine's configuration says, which a resolver reads when it is made. */
const machine = vi.hoisted(() => ({ servers: [] as string[], file: "" }));

vi.mock("node:fs/promises", async (original) => {
  const files = await original<typeof import("node:fs/promises")>();
  const readFile = (path: string, ...rest: never[]) =>
    path === "/etc/resolv.conf" ? Promise.resolve(machine.file) : files.readFile(path, ...rest);
  return { ...files, readFile };
});

vi.mock("node:dns/promises", async (original) => {
  const dns = await original<typeof import("node:dns/promises")>();
  class Resolver extends dns.Resolver {
    constructor(...settings: ConstructorParameters<typeof dns.Resolver>) {
      super(...settings);
      this.setServers(machine.servers);
    }
  }
  return { ...dns, Resolver };
});

afterEach(() => void vi.useRealTimers());

/** A name server that knows one IPv4 address, for every name or for a single one. */
async function aNameServer(lastByte: number, only?: string): Promise<string> {
  const server = createSocket("udp4").bind(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  server.on("message", (query, { port, address }) => {
    const isV4 = query.readUInt16BE(query.length - 4) === 1;
    const isKnown = only === undefined || nameIn(query) === only;
    const header = Buffer.from(query.subarray(0, 12));
    // A machine's own server fails for names without a dot.
    header.writeUInt16BE(isKnown ? 0x8180 : nameIn(query).includes(".") ? 0x8183 : 0x8182, 2);
    header.writeUInt16BE(isV4 && isKnown ? 1 : 0, 6);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 192, 0, 2, lastByte]);
    server.send(Buffer.concat([header, query.subarray(12), ...(isV4 && isKnown ? [record] : [])]), port, address);
  });
  return `127.0.0.1:${server.address().port}`;
}

// A new network has other name servers. If the old ones went on being asked, nothing would be delivered, charged or
// shipped until the store is started again.
it("asks the machine's new name servers within a minute of its network's change", async () => {
  machine.servers = [await aNameServer(1)];
  const { resolve } = await import("#core/net/resolve");
  vi.useFakeTimers({ toFake: ["performance"] });
  expect(await resolve("shop.test")).toEqual([{ address: "192.0.2.1", family: 4 }]);
  machine.servers = [await aNameServer(2)];
  vi.advanceTimersByTime(61_000);
  expect(await resolve("shop.test")).toEqual([{ address: "192.0.2.2", family: 4 }]);
});

/** The name that a query asks for. */
function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; query[at]; at += 1 + query[at]!) labels.push(query.toString("latin1", at + 1, at + 1 + query[at]!));
  return labels.join(".").toLowerCase();
}

// A mail server called `mail` in an office, a receiver called `erp` in a cluster: every other program on the machine
// finds them.
it("completes short names by the domains that the machine searches, and no others", async () => {
  machine.servers = [await aNameServer(3, "mail.office.test")];
  machine.file = "# written by the router\nsearch lan.test office.test\n";
  vi.resetModules();
  const { resolve } = await import("#core/net/resolve");
  vi.useFakeTimers({ toFake: ["performance"] });
  const found = [{ address: "192.0.2.3", family: 4 }];
  expect(await resolve("Mail")).toEqual(found);
  expect(await resolve("mail.office.test")).toEqual(found);
  for (const name of ["mail.", "other"]) await expect(resolve(name), name).rejects.toMatchObject({ code: "ESERVFAIL" });
  await expect(resolve("mail.office")).rejects.toMatchObject({ code: "ENOTFOUND", hostname: "mail.office" });
  machine.file = "search test\noptions timeout:1 ndots:5\n";
  vi.advanceTimersByTime(61_000);
  expect(await resolve("mail.office")).toEqual(found);
  // Whoever ends a name with a dot means that host and no other.
  await expect(resolve("mail.office.")).rejects.toMatchObject({ code: "ENOTFOUND" });
});
