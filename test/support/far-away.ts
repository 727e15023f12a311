/** What is between a sender and a server on another continent: names, and connections that take their time. */
import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { connect } from "node:net";
import { onTestFinished } from "vitest";
import { resolver } from "#core/net/resolve";

/**
 * A port whose backlog is full and whose process is stopped: the kernel drops connections, like a firewall, until the
 * process goes on and answers them.
 */
export async function aStoppedServer(): Promise<{ readonly port: number; readonly goOn: () => void }> {
  const listen =
    'require("http").createServer((_,answer)=>answer.end()).listen({port:0,host:"127.0.0.1",backlog:1},function(){console.log(this.address().port)})';
  const owner = spawn(process.execPath, ["-e", listen], { stdio: ["ignore", "pipe", "ignore"] });
  const [text] = await once(owner.stdout, "data");
  owner.kill("SIGSTOP");
  const knocks = Array.from({ length: 6 }, () => connect(Number(text), "127.0.0.1").on("error", () => {}));
  const leave = () => knocks.forEach((knock) => void knock.destroy());
  onTestFinished(() => {
    leave();
    owner.kill("SIGKILL");
  });
  await Promise.race(knocks.map((knock) => once(knock, "connect")));
  const goOn = () => {
    leave();
    owner.kill("SIGCONT");
  };
  return { port: Number(text), goOn };
}

/** A name server of our own; the test determines its answers. */
export async function aNameServer(reply: (name: string, type: number) => string[] | "nothing" | "silence") {
  const server = createSocket("udp4");
  server.on("message", (query, { port, address }) => {
    let at = 12;
    const labels: string[] = [];
    while (query[at]! > 0) {
      labels.push(query.subarray(at + 1, at + 1 + query[at]!).toString());
      at += query[at]! + 1;
    }
    const type = query.readUInt16BE(at + 1);
    const found = reply(labels.join("."), type);
    if (found === "silence") return;
    const question = query.subarray(12, at + 5);
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(found === "nothing" ? 0x8183 : 0x8180, 2);
    header.writeUInt16BE(found === "nothing" ? 0 : found.length, 6);
    header.writeUInt32BE(0, 8);
    const records = (found === "nothing" ? [] : found).map((text) => {
      const bytes =
        type === 1
          ? Buffer.from(text.split(".").map(Number))
          : Buffer.from(
              text
                .split(":")
                .map((part) => part.padStart(4, "0"))
                .join(""),
              "hex",
            );
      const record = Buffer.alloc(12);
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(type, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt32BE(0, 6);
      record.writeUInt16BE(bytes.length, 10);
      return Buffer.concat([record, bytes]);
    });
    server.send(Buffer.concat([header, question, ...records]), port, address);
  });
  await new Promise<void>((bound) => server.bind(0, "127.0.0.1", bound));
  const before = resolver.getServers();
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  onTestFinished(() => {
    resolver.cancel();
    resolver.setServers(before);
    server.close();
  });
}

/**
 * The port of `far.test`, which has an IPv6 address too, where nothing listens. It does not hear the kernel's first try
 * to connect, only the second, which comes a second later.
 */
export async function aFarServer(): Promise<number> {
  const { port, goOn } = await aStoppedServer();
  await aNameServer((_, type) => {
    if (type !== 28) return ["127.0.0.1"];
    setTimeout(goOn, 300);
    return ["0000:0000:0000:0000:0000:0000:0000:0001"];
  });
  return port;
}
