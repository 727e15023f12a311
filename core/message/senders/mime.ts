import MailComposer from "nodemailer/lib/mail-composer";
import type { OutgoingEmail } from "./sender.ts";

/** The configured sender of emails. */
export interface From {
  readonly fromName: string;
  readonly fromAddress: string;
  readonly replyTo?: string | undefined;
}

/** The part of an address after the last @. */
const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

/** The Message-ID, by which a mailbox recognises a repeated message. */
export const messageIdOf = (id: string, { fromAddress }: From): string => `<${id}@${domainOf(fromAddress)}>`;

/** The complete MIME message: folded and encoded headers, text and HTML with lines that every server accepts. */
export function mimeOf(
  { id, to, subject, html, text, at, attachment, unsubscribeUrl }: OutgoingEmail,
  from: From,
): Promise<Buffer> {
  const composed = new MailComposer({
    from: { name: from.fromName, address: from.fromAddress },
    // Only an address: a display name would have to be trusted.
    to: { name: "", address: to },
    ...(from.replyTo && { replyTo: from.replyTo }),
    subject,
    html,
    text,
    date: at,
    messageId: messageIdOf(id, from),
    headers: {
      ...{ "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
      ...(unsubscribeUrl !== null && {
        ...{ "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
      }),
    },
    textEncoding: "quoted-printable",
    ...(attachment && {
      attachments: [{ filename: attachment.name, content: attachment.text, contentType: "text/csv; charset=utf-8" }],
    }),
    // Whatever a template contains, no file or URL is read into a message.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composed.compile().build();
}
