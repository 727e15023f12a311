import { createSocket } from "node:dgram";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { resolve, resolver } from "#core/net/resolve";

/** Name servers that answer only for IPv4 addresses of `four.test`. */
async function fewWords(count: number): Promise<void> {
  const servers = Array.from({ length: count }, () => createSocket("udp4"));
  for (const server of servers) {
    server.bind(0, "127.0.0.1");
    await once(server, "listening");
    server.on("message", (query, { port, address }) => {
      const isV4 = query.readUInt16BE(query.length - 4) === 1;
      if (!isV4 || !query.includes("four")) return;
      const header = Buffer.from(query.subarray(0, 12));
      header.writeUInt16BE(0x8180, 2);
      header.writeUInt16BE(1, 6);
      const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 192, 0, 2, 1]);
      server.send(Buffer.concat([header, query.subarray(12), record]), port, address);
    });
  }
  const before = resolver.getServers();
  resolver.setServers(servers.map((server) => `127.0.0.1:${server.address().port}`));
  onTestFinished(() => {
    resolver.cancel();
    resolver.setServers(before);
    for (const server of servers) server.close();
  });
}

// The resolver asks each of its servers in turn, each more than once: with three of them for 18 s, longer than a
// receiver has, and the reason of the failure would be lost.
it("gives up on silent name servers after 8 s, however many there are, and takes the addresses that it has by then", async () => {
  await fewWords(3);
  const from = performance.now();
  const [silent, four] = await Promise.allSettled([resolve("silent.test"), resolve("four.test")]);
  expect(performance.now() - from).toBeLessThan(15_000);
  expect(silent).toMatchObject({ status: "rejected", reason: { code: "ETIMEOUT" } });
  expect(four).toEqual({ status: "fulfilled", value: [{ address: "192.0.2.1", family: 4 }] });
});
