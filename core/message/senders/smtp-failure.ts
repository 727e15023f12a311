import type SMTPConnection from "nodemailer/lib/smtp-connection";

/** Why a message was not taken, as far as is known. */
export class SmtpFailure extends Error {
  /** Whether its text was on its way: then it may have been taken after all. */
  readonly maybeSent: boolean;
  /** The server's answer in three digits; null when there was none. */
  readonly status: number | null;
  /** At what: `connect`, `AUTH`, `MAIL FROM` … */
  readonly at: string;
  readonly code: string;

  constructor(error: NodeJS.ErrnoException & SMTPConnection.SMTPError, at: string, maybeSent: boolean) {
    super(error.response ?? error.message);
    this.name = "SmtpFailure";
    this.maybeSent = maybeSent;
    this.status = error.responseCode ?? null;
    this.at = error.command ?? at;
    this.code = error.code ?? "";
  }
}
