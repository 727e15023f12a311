/**
 * A pool of connections to mail servers. Each tracks its progress: a connection that breaks before the message is being
 * transmitted has sent nothing, and one that breaks afterwards may have.
 */
import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { SmtpFailure } from "./failure.ts";
import type { SmtpSettings } from "./settings.ts";
import { connected, connectMs } from "./socket.ts";

const silentMs = 30_000;
/** For the answer to the whole message, which some servers scan first: given up, it would be sent again. */
const scanningMs = 60_000;
/**
 * For all of it, after which another worker would take the message for abandoned and send it as well: some servers
 * answer each command as late as they can.
 */
const handOverMs = 80_000;
/** Servers close connections that are idle for longer, and limit the messages per connection. */
const idleMs = 5_000;
const messagesMax = 100;

interface Open {
  readonly connection: SMTPConnection;
  sent: number;
  idle?: NodeJS.Timeout;
  isClosed: boolean;
  /** When the current attempt must be over, by `performance.now()`. */
  endsAtMs: number;
  /** Called when the connection breaks. */
  broken: (error: Error) => void;
}

const idle = new Map<string, Open[]>();

const nameOf = (settings: SmtpSettings): string => createHash("sha256").update(JSON.stringify(settings)).digest("hex");

/** Sends a message. @returns the server's answer. @throws SmtpFailure */
export async function handOver(
  settings: SmtpSettings,
  envelope: { readonly from: string; readonly to: string },
  message: Buffer,
  withinMs = handOverMs,
): Promise<string> {
  const endsAtMs = performance.now() + withinMs;
  const kept = takeIdle(nameOf(settings));
  if (kept) {
    try {
      return await sendOver(settings, Object.assign(kept, { endsAtMs }), envelope, message);
    } catch (error) {
      // The server had closed it in the meantime: not a failure of this message.
      if (!(error instanceof SmtpFailure) || error.maybeSent || error.status !== null) throw error;
    }
  }
  return await sendOver(settings, await opened(settings, endsAtMs), envelope, message);
}

/** Connects, signs in, and sends nothing. @throws SmtpFailure */
export async function tried(settings: SmtpSettings): Promise<void> {
  close(await opened(settings, performance.now() + handOverMs));
}

async function opened(settings: SmtpSettings, endsAtMs: number): Promise<Open> {
  const { host, port, security, user, password } = settings;
  const socket = await connected(host, Number(port));
  const connection = new SMTPConnection({
    ...{
      host,
      port: Number(port),
      connection: socket,
      secure: security === "tls",
      requireTLS: security === "starttls",
    },
    ignoreTLS: security === "none",
    // The default, made explicit: no environment variable can turn the checks off.
    tls: { minVersion: "TLSv1.2", rejectUnauthorized: true, ...(isIP(host) ? {} : { servername: host }) },
    ...{ connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: silentMs },
  });
  const open: Open = { connection, sent: 0, isClosed: false, endsAtMs, broken: () => {} };
  connection.on("error", (error: Error) => ended(open, error));
  connection.on("end", () => ended(open, new Error("The server closed the connection.")));
  await step(open, "connect", (done) => connection.connect(done));
  if (user !== undefined && password !== undefined) {
    await step(open, "AUTH", (done) => connection.login({ credentials: { user, pass: password } }, done));
  }
  return open;
}

async function sendOver(
  settings: SmtpSettings,
  open: Open,
  envelope: { readonly from: string; readonly to: string },
  message: Buffer,
): Promise<string> {
  let begun = false;
  // It is read once the server has accepted DATA.
  const text = new Readable({
    read() {
      begun = true;
      wait(open, scanningMs);
      this.push(message);
      this.push(null);
    },
  });
  const { response } = await step<SMTPConnection.SentMessageInfo>(
    open,
    "MAIL FROM",
    (done) => open.connection.send({ ...envelope }, text, done),
    () => begun,
  );
  wait(open, silentMs);
  open.sent++;
  keepIdle(nameOf(settings), open);
  return response;
}

/** One command. It ends with the answer, or when the connection breaks or the time is up: then it is closed. */
function step<T = unknown>(
  open: Open,
  at: string,
  begin: (done: (error?: SMTPConnection.SMTPError | null, value?: T) => void) => void,
  maybeSent = () => false,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(late);
      open.broken = () => {};
      close(open);
      reject(new SmtpFailure(error, at, maybeSent()));
    };
    const late = setTimeout(() => fail(new Error("The server took too long.")), open.endsAtMs - performance.now());
    open.broken = fail;
    begin((error, value) => {
      if (error) return fail(error);
      clearTimeout(late);
      open.broken = () => {};
      resolve(value as T); // the library's result if there is no error
    });
  });
}

/** How long the server may be silent from now on. */
function wait({ connection: { _socket: socket } }: Open, ms: number): void {
  if (socket) socket.setTimeout(ms);
}

function ended(open: Open, error: Error): void {
  open.isClosed = true;
  open.broken(error);
}

function close(open: Open): void {
  clearTimeout(open.idle);
  open.isClosed = true;
  open.connection.close();
}

function takeIdle(name: string): Open | undefined {
  for (;;) {
    const open = idle.get(name)?.pop();
    if (!open) return undefined;
    clearTimeout(open.idle);
    if (!open.isClosed) return open;
  }
}

function keepIdle(name: string, open: Open): void {
  if (open.isClosed || open.sent >= messagesMax) {
    close(open);
    return;
  }
  open.idle = setTimeout(() => {
    idle.set(
      name,
      (idle.get(name) ?? []).filter((other) => other !== open),
    );
    close(open);
  }, idleMs);
  idle.set(name, [...(idle.get(name) ?? []), open]);
}
