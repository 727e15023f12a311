/**
 * `npm run mailbox`: a mail server for this machine only, with a page that shows the received emails. It sends nothing
 * on. It listens on `SMTP_PORT` (2525) and `PORT` (8025), and keeps the last 500 emails in memory.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { aMailbox } from "./mailbox/mail.ts";
import { listPage, mailPage } from "./mailbox/page.ts";

const host = "127.0.0.1";
const smtpPort = Number(process.env["SMTP_PORT"] ?? 2525);
const port = Number(process.env["PORT"] ?? 8025);
const mailbox = aMailbox();

function giveUp(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

const smtp = new SMTPServer({
  // Only this machine can reach it, so any password will do, or none.
  authOptional: true,
  allowInsecureAuth: true,
  onAuth: (_given, _session, done) => done(null, { user: "anybody" }),
  disabledCommands: ["STARTTLS"],
  disableReverseLookup: true,
  size: 25 * 1024 * 1024,
  onData(stream, { envelope }, done) {
    const to = envelope.rcptTo.map(({ address }) => address);
    buffer(stream)
      .then((raw) => mailbox.take(raw, to))
      .then((mail) => {
        console.log(`${mail.to}: ${mail.subject}`);
        done();
      }, done);
  },
});
smtp.on("error", ({ message }) => giveUp(`Port ${smtpPort} cannot be used, set SMTP_PORT to another: ${message}`));

const headers = {
  "content-type": "text/html; charset=utf-8",
  // An email may load images from anywhere, but run no scripts.
  "content-security-policy":
    "default-src 'none'; img-src * data:; style-src 'unsafe-inline'; frame-ancestors 'none'; form-action 'self'; base-uri 'none'",
  "x-content-type-options": "nosniff",
};

function answer({ method, url = "/", headers: requestHeaders }: IncomingMessage, response: ServerResponse): void {
  const isHere = requestHeaders.host === `localhost:${port}` || requestHeaders.host === `${host}:${port}`;
  if (!isHere) return void response.writeHead(421).end();
  if (method === "POST") {
    // Pages of other sites may not empty it.
    if (url === "/empty" && requestHeaders["sec-fetch-site"] !== "cross-site") mailbox.empty();
    return void response.writeHead(303, { location: "/" }).end();
  }
  if (url === "/") return void response.writeHead(200, headers).end(listPage(mailbox.mails, smtpPort));
  const [, number, raw] = /^\/(\d+)(\/raw)?$/.exec(url) ?? [];
  const mail = mailbox.mails.find((one) => String(one.number) === number);
  if (!mail) return void response.writeHead(303, { location: "/" }).end();
  if (raw) response.writeHead(200, { ...headers, "content-type": "text/plain; charset=utf-8" }).end(mail.raw);
  else response.writeHead(200, headers).end(mailPage(mail));
}

const pages = createServer(answer);
pages.on("error", ({ message }) => giveUp(`Port ${port} cannot be used, set PORT to another: ${message}`));
smtp.listen(smtpPort, host, () =>
  pages.listen(port, host, () => {
    console.log(`The mailbox is at http://localhost:${port}; it takes emails at ${host}, port ${smtpPort}.`);
  }),
);
