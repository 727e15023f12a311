/**
 * A mail server with all kinds of problems: what was certainly not sent is sent later, and what may have been sent is
 * unknown.
 */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { handOver } from "#core/message/senders/smtp/connection";
import type { SmtpSettings } from "#core/message/senders/smtp/settings";
import { smtp } from "#core/message/senders/smtp/smtp";
import { connected } from "#core/message/senders/smtp/socket";
import { outcomeOf } from "#core/provider/call";
import { httpFor } from "#core/provider/http";
import { aFarServer } from "../support/far-away.ts";
import { email } from "./asked.ts";

const password = "a/password of+ours";

/** Answers each line by its first word; `TEXT` is the end of the message, `GREETING` is sent first. */
type Says = Readonly<Record<string, string | ((socket: Socket) => void)>>;

const usual: Says = {
  GREETING: "220 mail.test",
  EHLO: "250-mail.test\r\n250 AUTH PLAIN LOGIN",
  AUTH: "235 2.7.0 Welcome",
  MAIL: "250 2.1.0 Fine",
  RCPT: "250 2.1.5 Fine",
  DATA: "354 Go on",
  TEXT: "250 2.0.0 Taken",
  QUIT: "221 2.0.0 Bye",
};

async function aServer(says: Says) {
  let taken = 0;
  const server = createServer((socket) => {
    let [waiting, isText] = ["", false];
    const say = (what: string) => {
      const answer = says[what] ?? usual[what] ?? "500 5.5.1 What?";
      if (typeof answer === "function") answer(socket);
      else socket.write(`${answer}\r\n`);
    };
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      waiting += bytes.toString("latin1");
      for (;;) {
        const end = waiting.indexOf(isText ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const line = waiting.slice(0, end);
        waiting = waiting.slice(end + (isText ? 5 : 2));
        if (isText) taken++;
        const word = isText ? "TEXT" : (line.split(/[ :]/)[0] ?? "").toUpperCase();
        isText = word === "DATA" && !says["DATA"];
        say(word);
      }
    });
    say("GREETING");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on a port
  const settings: SmtpSettings = {
    ...{ host: "127.0.0.1", port: String(port), user: "store", password },
    security: "none",
    ...{ fromName: "The Store", fromAddress: "orders@store.test" },
  };
  const http = httpFor({ provider: "smtp", secrets: [password] });
  const ask = (to = email.to) => outcomeOf(http, () => smtp.email.ask(http, settings, { ...email, to }));
  const check = () => outcomeOf(http, () => smtp.check(http, settings));
  return { ask, check, settings, taken: () => taken };
}

const cuts = (start: string) => (socket: Socket) => void socket.write(start, () => socket.destroy());

describe("SMTP", () => {
  it("hands the message over, and tests the settings without sending anything", async () => {
    const server = await aServer({});
    expect(await server.check()).toEqual({ is: "done", value: { mode: "live" } });
    expect(server.taken()).toBe(0);
    expect(await server.ask()).toEqual({ is: "done", value: { sentId: `<${email.id}@store.test>` } });
    expect(server.taken()).toBe(1);
  });

  it.each([
    ["it hangs up at once", { GREETING: cuts("") }],
    ["it speaks HTTP", { GREETING: cuts("HTTP/1.1 400 Bad Request\r\n\r\n") }],
    ["it is too busy", { GREETING: "421 4.3.2 Too busy" }],
    ["it hangs up before the text", { MAIL: cuts("250 2.1.0 F") }],
    ["it hangs up in place of waiting for the text", { DATA: cuts("") }],
    ["its disk is full", { MAIL: "452 4.3.1 Disk full" }],
    ["it cannot take the text now", { TEXT: "451 4.3.0 Try again later" }],
    // Gmail's limit. Each message was rejected for good, until the next day.
    ["it takes no more that day", { TEXT: "550-5.4.5 Daily user sending limit exceeded.\r\n550 5.4.5 gsmtp" }],
  ] satisfies [string, Says][])("is retried later if %s", async (_, says) => {
    const { ask } = await aServer(says);
    expect(await ask()).toMatchObject({ is: "later", why: expect.stringMatching(/./) });
  });

  // It has the complete text: no one can say whether it has accepted it.
  it.each([
    ["in place of its answer", cuts("")],
    ["in the middle of its answer", cuts("250 2.0")],
  ])("is unknown if it hangs up %s", async (_, answer) => {
    const { ask, taken } = await aServer({ TEXT: answer });
    expect(await ask()).toMatchObject({ is: "unknown" });
    expect(taken()).toBe(1);
  });

  it.each([
    ["the password", { AUTH: "535 5.7.8 Wrong password" }, "credentials"],
    ["the sender", { MAIL: "550 5.7.1 Not your domain" }, "settings"],
    ["the address", { RCPT: "550 5.1.1 No such user" }, "address"],
    // The recipient's address is good: suppressed for it, no customer would get anything any more.
    [
      "the sender's domain",
      { RCPT: "550 5.1.8 <a@typo.example>: Sender address rejected: Domain not found" },
      "settings",
    ],
    ["an unknown sender", { RCPT: "550 5.1.0 <a@b.example>: Sender address rejected: User unknown" }, "settings"],
    // The password is missing: each message was rejected for good, and the test of the settings had succeeded.
    ["a stranger", { RCPT: "554 5.7.1 <asha@example.com>: Relay access denied" }, "settings"],
    ["a stranger, by Exchange", { RCPT: "550 5.7.54 SMTP; Unable to relay recipient in other domains" }, "settings"],
    ["the address, in several lines", { RCPT: "550-5.1.1 The account\r\n550 5.1.1 does not exist" }, "address"],
    ["our own address, blocked", { RCPT: "550 5.7.1 Client host [5.1.1.20] blocked" }, "refused"],
    ["something about an address", { RCPT: "550 5.1.0 Address rejected" }, "refused"],
    ["the text", { TEXT: "554 5.7.1 Looks like spam" }, "refused"],
  ] satisfies [string, Says, string][])("is refused for %s", async (_, says, code) => {
    const { ask } = await aServer(says);
    expect(await ask()).toMatchObject({ is: "refused", code, says: expect.stringMatching(/^5\d\d[ -]/) });
  });

  // As imported orders may have it. Tried again and again, it looked for a day as if the server did not work.
  it.each(["Asha <asha@example.com>", "asha@example.com>\r\nRCPT TO:<b@example.com"])(
    "is refused for an address that no server can be given: %j",
    async (to) => {
      const { ask, taken } = await aServer({});
      expect(await ask(to)).toMatchObject({ is: "refused", code: "address" });
      expect(taken()).toBe(0);
    },
  );

  // What stood on the page of the senders was "127.0.0.1" or "queryA ENOTFOUND mail.exmaple.com".
  it.each([
    ["169.254.169.254", "25", "Its address is one that must not be reached from here."],
    ["localhost", "1", "Nothing answers at its address."],
    ["no such name", "25", "Its name could not be resolved."],
  ])("says in plain words why it does not reach %s", async (host, port, why) => {
    const { settings } = await aServer({});
    const http = httpFor({ provider: "smtp", secrets: [password] });
    expect(await smtp.check(http, { ...settings, host, port })).toMatchObject({ is: "later", why });
  });

  it("connects to a server far away that has IPv6 too, from a host without IPv6", async () => {
    const socket = await connected("far.test", await aFarServer());
    expect(socket.remoteAddress).toBe("127.0.0.1");
    socket.destroy();
  });

  it("reveals no secret, in whatever form the server repeats it", async () => {
    const plain = Buffer.from(`\0store\0${password}`).toString("base64");
    for (const said of [password, encodeURIComponent(password), Buffer.from(password).toString("base64"), plain]) {
      const { ask } = await aServer({ AUTH: `535 5.7.8 ${said} is wrong` });
      const told = JSON.stringify(await ask());
      expect(told).toContain("5.7.8");
      expect(told).not.toContain(said);
    }
  });

  // Never silent for long, so that only a limit for all of it ends it: the message's claim would end first.
  it.each([
    ["EHLO", false],
    ["MAIL", false],
    ["TEXT", true],
  ])("hangs up on a server whose answer to %s never ends", async (at, maybeSent) => {
    const drips = (socket: Socket) => {
      const drip = setInterval(() => socket.write("250-Still thinking\r\n"), 10);
      socket.once("close", () => clearInterval(drip));
    };
    const { settings } = await aServer({ [at]: drips });
    const addresses = { from: "orders@store.test", to: email.to };
    await expect(handOver(settings, addresses, Buffer.from("Hello"), 300)).rejects.toMatchObject({ maybeSent });
  });

  // It would fill the memory of the worker, which sends every other message, too.
  describe("over a connection that is kept", () => {
    /** The second message finds this in place of the usual answer; how often each step came is counted. */
    const secondly = (step: "MAIL" | "TEXT", does: (socket: Socket) => void) => {
      const nth = { MAIL: 0, TEXT: 0 };
      const counted = (at: "MAIL" | "TEXT") => (socket: Socket) =>
        ++nth[at] === 2 && at === step ? does(socket) : void socket.write(`${String(usual[at])}\r\n`);
      return { nth, says: { MAIL: counted("MAIL"), TEXT: counted("TEXT") } };
    };

    it("is sent over another one if the server has closed it in the meantime", async () => {
      const { nth, says } = secondly("MAIL", (socket) => void socket.destroy());
      const { ask, taken } = await aServer(says);
      expect([await ask(), await ask()]).toMatchObject([{ is: "done" }, { is: "done" }]);
      expect([nth.MAIL, taken()]).toEqual([3, 2]);
    });

    it("is not repeated over another one if the server refuses it, or may have it", async () => {
      const refusing = secondly("MAIL", (socket) => void socket.write("452 4.3.1 Disk full\r\n"));
      const full = await aServer(refusing.says);
      expect([await full.ask(), await full.ask()]).toMatchObject([{ is: "done" }, { is: "later" }]);
      expect(refusing.nth.MAIL).toBe(2);
      const silent = secondly("TEXT", (socket) => void socket.destroy());
      const cut = await aServer(silent.says);
      expect([await cut.ask(), await cut.ask()]).toMatchObject([{ is: "done" }, { is: "unknown" }]);
      expect(cut.taken()).toBe(2);
    });

    // Servers limit the messages per connection.
    it("is the hundredth at most, after which the connection is closed", async () => {
      let opened = 0;
      const closed: number[] = [];
      const GREETING = (socket: Socket) => {
        const nth = ++opened;
        socket.on("close", () => closed.push(nth));
        socket.write("220 mail.test\r\n");
      };
      const { settings, taken } = await aServer({ GREETING });
      const envelope = { from: "orders@store.test", to: email.to };
      const send = () => handOver(settings, envelope, Buffer.from("Subject: Hello\r\n\r\nHello\r\n"));
      for (let nth = 0; nth < 99; nth++) await send();
      expect([opened, closed]).toEqual([1, []]);
      await send();
      await send();
      expect([opened, taken()]).toEqual([2, 101]);
      // Idle ones are closed, too, but not before the next message; and any other is after 30 s of silence.
      await expect.poll(() => closed, { timeout: 20_000 }).toContain(1);
    });
  });

  it.each(["GREETING", "EHLO", "MAIL", "TEXT"])("hangs up on a server that sends 50 MB at %s", async (at) => {
    let sent = 0;
    const piece = Buffer.alloc(64 * 1024, "2");
    const pours = (socket: Socket) => {
      const more = () => {
        while (sent < 50 * 1024 * 1024 && !socket.destroyed) {
          sent += piece.length;
          if (!socket.write(piece)) return void socket.once("drain", more);
        }
        socket.end("\r\n");
      };
      more();
    };
    const { ask } = await aServer({ [at]: pours });
    expect((await ask()).is).toBe(at === "TEXT" ? "unknown" : "later");
    expect(sent).toBeLessThan(25 * 1024 * 1024);
  });
});
