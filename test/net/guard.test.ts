/** Which addresses webhooks and providers may be at: by IANA's registries of special addresses, and what hides one in another. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket, setDefaultAutoSelectFamily } from "node:net";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { guardedConnect } from "#core/net/connect";
import { mayConnectTo } from "#core/net/guard";

afterEach(() => {
  delete process.env["WEBHOOK_EGRESS"];
  delete process.env["AWS_LAMBDA_RUNTIME_API"];
});

/** The first and the last address of each network. */
const never: readonly (readonly [what: string, ...addresses: readonly string[]])[] = [
  ["link-local", "169.254.0.0", "169.254.169.254", "169.254.255.255", "fe80::", "febf:ffff::1"],
  ["link-local with a zone", "fe80::1%lo", "fe80::1%eth0"],
  ["clouds' metadata", "100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254", "fd20:ce::254"],
  ["metadata in IPv6", "::ffff:169.254.169.254", "::ffff:a9fe:a9fe", "::a9fe:a9fe", "::ffff:0:a9fe:a9fe"],
  ["metadata through NAT64", "64:ff9b::a9fe:a9fe", "64:ff9b::169.254.169.254", "64:ff9b:1::a9fe:a9fe"],
  ["metadata through 6to4, Teredo and ISATAP", "2002:a9fe:a9fe::", "2001:0:a9fe:a9fe::", "2a00::5efe:a9fe:a9fe"],
];
const notPublic: readonly (readonly [what: string, ...addresses: readonly string[]])[] = [
  ["this network", "0.0.0.0", "0.255.255.255", "::"],
  ["loopback", "127.0.0.1", "127.255.255.255", "::1", "::ffff:127.0.0.1", "::127.0.0.1"],
  ["private", "10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.0", "192.168.255.255"],
  ["unique local and site-local", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fec0::", "feff::1"],
  ["shared by carriers", "100.64.0.0", "100.127.255.255"],
  ["protocol assignments", "192.0.0.0", "192.0.0.255", "2001:2::", "2001:10::", "100::", "100:0:0:1::"],
  ["documentation", "192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
  ["benchmarks", "198.18.0.0", "198.19.255.255"],
  ["multicast", "224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1", "::ffff:224.0.0.1"],
  ["reserved and broadcast", "240.0.0.1", "255.255.255.255"],
  ["segment routing", "5f00::1"],
  ["private in IPv6", "::ffff:10.0.0.1", "::ffff:0:10.0.0.1", "::10.0.0.1", "::ffff:c0a8:101"],
  ["private through NAT64", "64:ff9b::10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "64:ff9b:1:ffff::808:808"],
  ["private through 6to4, Teredo and ISATAP", "2002:7f00:1::", "2001::f5ff:fffe", "2a00::5efe:a00:1"],
];
const allowed: readonly (readonly [what: string, ...addresses: readonly string[]])[] = [
  [
    "next to a special network",
    "1.0.0.0",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
  ],
  [
    "and more of them",
    "128.0.0.0",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
  ],
  ["and more of them", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255"],
  ["public", "8.8.8.8", "2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8"],
  ["public through NAT64 and 6to4", "64:ff9b::8.8.8.8", "2002:808:808::"],
];

describe("addresses", () => {
  it.each(never)("of %s are always refused", (_, ...addresses) => {
    expect(addresses.filter((address) => mayConnectTo(address, "WEBHOOK_EGRESS"))).toEqual([]);
    process.env["WEBHOOK_EGRESS"] = "public";
    expect(addresses.filter((address) => mayConnectTo(address, "WEBHOOK_EGRESS"))).toEqual([]);
  });

  it.each(notPublic)("of %s are refused where only public ones are allowed", (_, ...addresses) => {
    process.env["WEBHOOK_EGRESS"] = "public";
    expect(addresses.filter((address) => mayConnectTo(address, "WEBHOOK_EGRESS"))).toEqual([]);
  });

  it.each(allowed)("%s are allowed", (_, ...addresses) => {
    process.env["WEBHOOK_EGRESS"] = "public";
    expect(addresses.filter((address) => !mayConnectTo(address, "WEBHOOK_EGRESS"))).toEqual([]);
  });

  // Whoever reaches it could answer in this function's name.
  it("of the Lambda's own runtime are refused, wherever that is", () => {
    process.env["AWS_LAMBDA_RUNTIME_API"] = "10.0.0.7:9001";
    const addresses = ["10.0.0.7", "::ffff:10.0.0.7", "10.0.0.8"];
    expect(addresses.map((address) => mayConnectTo(address, "WEBHOOK_EGRESS"))).toEqual([false, false, true]);
  });

  it.each(["", "localhost", "127.1", "0x7f000001", "2130706433", "[::1]", "10.0.0.1 "])("%j is none", (text) => {
    expect(mayConnectTo(text, "WEBHOOK_EGRESS")).toBe(false);
  });
});

// An operator's NODE_OPTIONS=--no-network-family-autoselection: Node then asks for one address instead of all.
it("a name is connected to although Node takes only one of its addresses", async () => {
  setDefaultAutoSelectFamily(false);
  onTestFinished(() => setDefaultAutoSelectFamily(true));
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const port = String((server.address() as AddressInfo).port);
  const connect = guardedConnect("WEBHOOK_EGRESS", 10_000);
  const socket = await new Promise<Socket | null>((resolve, reject) => {
    connect({ protocol: "http:", hostname: "localhost", port }, (error, made) =>
      error ? reject(error) : resolve(made),
    );
  });
  expect(socket?.remoteAddress).toBe("127.0.0.1");
  socket?.destroy();
});
