/** The link in marketing messages with which their recipient declines more of them (RFC 8058). */
import * as z from "zod";
import { verbatim } from "../kit/fields.ts";
import { operation } from "../kit/operation.ts";
import { formPageHeaders } from "../kit/page-headers.ts";

const path = "/api/messages/decline-marketing/{token}";
const input = z.strictObject({
  token: verbatim(1, 1000).describe("Names whom the link is for, and works for no one else."),
});
const answers = {
  output: z.string(),
  contentType: "text/html; charset=utf-8",
  headers: formPageHeaders,
} as const;

export const declineMarketingPage = operation({
  name: "message.declineMarketingPage",
  method: "GET",
  path,
  right: "anyone",
  vendor: "open",
  summary:
    "Show a customer the page on which they can decline marketing, or that their link does not work. Opening it changes nothing.",
  input,
  ignoresQuery: true,
  ...answers,
  refuses: [],
});

export const declineMarketing = operation({
  name: "message.declineMarketing",
  method: "POST",
  path,
  right: "anyone",
  vendor: "open",
  summary:
    "Decline marketing for the customer in the token: from the page, or from a mailbox's own button. Repeating it changes nothing.",
  input,
  ignoresQuery: true,
  // Mailboxes send a form that says `List-Unsubscribe=One-Click`, which is not needed.
  rawBody: true,
  keepsNoAnswer: true,
  ...answers,
  refuses: ["message.linkUnknown"],
});
