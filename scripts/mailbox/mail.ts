import { type AddressObject, type ParsedMail, simpleParser } from "mailparser";

/** A received email. */
export interface Mail {
  readonly number: number;
  readonly at: Date;
  readonly from: string;
  /** The recipients of the SMTP envelope, whatever its headers say. */
  readonly to: string;
  readonly subject: string;
  readonly html: string | null;
  readonly text: string;
  /** The raw message. */
  readonly raw: Buffer;
}

/** Beyond this the oldest are dropped: they are in memory only. */
const keptMax = 500;

const wordsOf = (given: AddressObject | AddressObject[] | undefined): string =>
  [given]
    .flatMap((one) => (Array.isArray(one) ? one : [one]))
    .map((one) => one?.text ?? "")
    .join(", ");

const readAs = (number: number, raw: Buffer, to: readonly string[], mail: ParsedMail): Mail => ({
  number,
  at: new Date(),
  from: wordsOf(mail.from),
  to: to.join(", "),
  subject: mail.subject ?? "",
  html: mail.html === false ? null : mail.html,
  text: mail.text ?? "",
  raw,
});

/** The received emails, newest first. */
export function aMailbox() {
  const mails: Mail[] = [];
  let last = 0;
  return {
    mails: mails as readonly Mail[], // only `take` modifies it
    async take(raw: Buffer, to: readonly string[]): Promise<Mail> {
      last++;
      const mail = readAs(last, raw, to, await simpleParser(raw));
      mails.unshift(mail);
      mails.length = Math.min(mails.length, keptMax);
      return mail;
    },
    empty: () => void mails.splice(0),
  };
}
