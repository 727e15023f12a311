import MailComposer from "nodemailer/lib/mail-composer";
import type { EmailAsked } from "./sender.ts";

/** Who an e-mail is from, as it is set up. */
export interface From {
  readonly fromName: string;
  readonly fromAddress: string;
  readonly replyTo?: string | undefined;
}

/** The part of an address behind its last @. */
const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

/** By which a mailbox knows a message that comes again. */
export const messageIdOf = (id: string, { fromAddress }: From): string => `<${id}@${domainOf(fromAddress)}>`;

/** The whole message in bytes, as it travels: headers folded and encoded, lines that every server takes, text and HTML. */
export function mimeOf({ id, to, subject, html, text, at, attachment }: EmailAsked, from: From): Promise<Buffer> {
  const composed = new MailComposer({
    from: { name: from.fromName, address: from.fromAddress },
    // An address and nothing else: a name beside it would have to be trusted.
    to: { name: "", address: to },
    ...(from.replyTo && { replyTo: from.replyTo }),
    subject,
    html,
    text,
    date: at,
    messageId: messageIdOf(id, from),
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    textEncoding: "quoted-printable",
    ...(attachment && {
      attachments: [{ filename: attachment.name, content: attachment.text, contentType: "text/csv; charset=utf-8" }],
    }),
    // Whatever a template says, nothing of this machine goes into a message.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composed.compile().build();
}
