import { type AddressObject, type ParsedMail, simpleParser } from "mailparser";

/** One e-mail that has come in. */
export interface Mail {
  readonly number: number;
  readonly at: Date;
  readonly from: string;
  /** Whom it was handed over for, whatever its headers say. */
  readonly to: string;
  readonly subject: string;
  readonly html: string | null;
  readonly text: string;
  /** As it travelled. */
  readonly raw: Buffer;
}

/** More are forgotten, the oldest first: nothing of it is on a disk. */
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

/** What has come in, the newest first. */
export function aMailbox() {
  const mails: Mail[] = [];
  let last = 0;
  return {
    mails: mails as readonly Mail[], // nobody but `take` writes into it
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
