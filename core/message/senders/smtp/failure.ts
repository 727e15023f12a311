import type SMTPConnection from "nodemailer/lib/smtp-connection";

/** Why a message was not accepted, as far as is known. */
export class SmtpFailure extends Error {
  /** Whether its text was being transmitted: then it may have been accepted after all. */
  readonly maybeSent: boolean;
  /** The server's reply code; null if there was none. */
  readonly status: number | null;
  /** The step: `connect`, `AUTH`, `MAIL FROM` … */
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
