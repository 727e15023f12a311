import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";

/** What the machine's configuration says, which a resolver reads when it is made. */
const machine = vi.hoisted(() => ({ servers: [] as string[] }));

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

/** A name server that knows one IPv4 address for every name. */
async function aNameServer(lastByte: number): Promise<string> {
  const server = createSocket("udp4").bind(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  server.on("message", (query, { port, address }) => {
    const isV4 = query.readUInt16BE(query.length - 4) === 1;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(isV4 ? 1 : 0, 6);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 192, 0, 2, lastByte]);
    server.send(Buffer.concat([header, query.subarray(12), ...(isV4 ? [record] : [])]), port, address);
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
