/** A mail server for tests, which can behave in every way a mail server may and keeps what it was sent. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type AddressObject, type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";
import { system } from "#core/actor";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { handler as sendHandler } from "#functions/worker/send-messages";
import { handler as writeHandler } from "#functions/worker/write-messages";
import { call } from "../call.ts";
import { invocation } from "../invocation.ts";

export const by = system("test");

export interface Mail {
  readonly raw: string;
  readonly parsed: ParsedMail;
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
}

export interface MailServer {
  readonly port: number;
  readonly mails: Mail[];
  /** Messages whose text it received, including those that it did not accept. */
  readonly begun: () => number;
  readonly connections: () => number;
}

interface Doing extends SMTPServerOptions {
  /** Refuses a message once it has its text, or drops the connection instead of answering, or never answers. */
  readonly afterText?: (nth: number) => Error | "hang up" | "say nothing" | undefined;
}

export const no = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/** On its own port, until the test ends. Without TLS by default, as on a private network. */
export async function aMailServer({ afterText, ...options }: Doing = {}): Promise<MailServer> {
  const mails: Mail[] = [];
  let [begun, connections] = [0, 0];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    disableReverseLookup: true,
    ...options,
    onConnect: (session, done) => {
      connections++;
      return options.onConnect ? options.onConnect(session, done) : done();
    },
    onData: (stream, { envelope }, done) => {
      begun++;
      const nth = begun;
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const error = afterText?.(nth);
        if (error instanceof Error) return done(error);
        const raw = Buffer.concat(chunks);
        const to = envelope.rcptTo.map(({ address }) => address);
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        mails.push({ raw: raw.toString("utf8"), parsed: await simpleParser(raw), envelope: { from, to } });
        if (error === "hang up") return hangUp(server);
        if (error === "say nothing") return;
        done();
      });
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(async () => {
    hangUp(server);
    await new Promise<void>((resume) => server.close(() => resume()));
  });
  const { port } = server.server.address() as AddressInfo; // a server that listens on a port has one
  return { port, mails, begun: () => begun, connections: () => connections };
}

/** The connections break, as if the machine had died. */
function hangUp(server: SMTPServer): void {
  const open: unknown = Reflect.get(server, "connections");
  if (open instanceof Set) for (const one of open) (Reflect.get(one, "_socket") as { destroy: () => void }).destroy();
}

export const smtpSettings = (port: number, more: Readonly<Record<string, string>> = {}) => ({
  ...{ host: "127.0.0.1", port: String(port), security: "none" },
  ...{ fromName: "The Store", fromAddress: "orders@store.test" },
  ...more,
});

/** The store sends emails through this server from now on; it does not get another server's password. */
export const mailsGoTo = ({ port }: Pick<MailServer, "port">, more: Readonly<Record<string, string>> = {}) =>
  call(provider.configure, { code: "smtp", settings: { password: null, ...smtpSettings(port, more) } });

const wake = { Records: [{ messageId: "1", body: "{}" }] } as never; // our workers read nothing else

/** Writes the messages that events and changes call for, and sends what is due. */
export async function workOnMessages(): Promise<void> {
  await writeHandler(wake, invocation);
  await sendHandler(wake, invocation);
}

/** Makes what waits for its next attempt due now. */
export const messagesDueNow = () =>
  db().execute(sql`
    update messages set due_at = clock_timestamp() - interval '1 second' where due_at is not null and status <> 'asked'`);

export const providersUnpaused = () => db().execute(sql`update providers set paused_until = null`);

export const addressIn = (given: AddressObject | AddressObject[] | undefined): string =>
  [given]
    .flat()
    .map((one) => one?.text ?? "")
    .join(", ");
