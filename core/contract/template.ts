/** The texts of messages: what the store says, and how it is written. */
import * as z from "zod";
import { id, text, time, verbatim } from "./fields.ts";
import { listing, operation, pageOf } from "./kit.ts";
import { messageChannels, messageKinds } from "./message-kinds.ts";

const kind = z.enum(messageKinds).describe("What the message is about.");
const channel = z.enum(messageChannels);
const named = { kind, channel };

/** A text that is registered with whoever carries SMS in the recipient's country, with `{#var#}` for each gap. */
const Registered = z.strictObject({
  id: text(100).describe("The sender's own id of it."),
  text: verbatim(1, 2_000).describe("As it was registered, with `{#var#}` for each gap."),
  names: z
    .array(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, "a name such as VAR1"))
    .max(30)
    .describe("What the sender calls the gaps, in their order."),
});

/** Long enough for any message: mail programs cut what is longer than 100 kB. */
const htmlMax = 60_000;
const bodyMax = 20_000;

export const Source = z.strictObject({
  subject: text(500).optional().describe("Of an e-mail."),
  html: verbatim(1, htmlMax).optional().describe("Of an e-mail."),
  body: verbatim(1, bodyMax).describe("The plain text of an e-mail, or the SMS."),
  registered: Registered.nullable().default(null).describe("For senders of SMS that take registered texts only."),
});
export type Source = z.output<typeof Source>;

export const TemplateFault = z.object({
  part: z.enum(["subject", "html", "body", "registered"]),
  line: z.int(),
  column: z.int(),
  says: z.string(),
  suggestion: z.string().nullable().describe("The name that was meant, perhaps."),
});
export type TemplateFault = z.output<typeof TemplateFault>;

const summary = {
  ...named,
  label: z.string(),
  isOn: z.boolean().describe("Whether messages of this kind are sent by this channel."),
  version: z.int().describe("0 while it is the text that comes with the program."),
  isOwn: z.boolean().describe("Whether the store has a text of its own."),
  editedAt: time.nullable(),
  editedBy: z.string().nullable(),
};

export const Template = z.object({
  ...summary,
  source: Source,
  original: Source.describe("The text that comes with the program."),
  variables: z.record(z.string(), z.unknown()).describe("The names that may stand in it, each with what it says."),
  filters: z.array(z.string()).describe("What may stand after a bar."),
});
export type Template = z.output<typeof Template>;

export const Rendering = z.object({
  subject: z.string().nullable(),
  html: z.string().nullable(),
  body: z.string(),
  parts: z
    .object({ encoding: z.enum(["GSM-7", "UCS-2"]), count: z.int(), characters: z.int() })
    .nullable()
    .describe("Of an SMS: how it is sent, and as how many it is paid for."),
  faults: z.array(TemplateFault).describe("Why it could not be saved like this; then the texts are empty."),
});
export type Rendering = z.output<typeof Rendering>;

export const list = operation({
  name: "template.list",
  method: "GET",
  path: "/api/admin/templates",
  right: "templates.read",
  vendor: "closed",
  summary: "List the templates of all messages, with whether each is sent.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(z.object(summary)) }),
  refuses: [],
});

export const read = operation({
  name: "template.read",
  method: "GET",
  path: "/api/admin/templates/{kind}/{channel}",
  right: "templates.read",
  vendor: "closed",
  summary: "Show a template with the names that may stand in it.",
  input: z.strictObject(named),
  output: Template,
  refuses: ["template.unknown"],
});

export const edit = operation({
  name: "template.edit",
  method: "PUT",
  path: "/api/admin/templates/{kind}/{channel}",
  right: "templates.write",
  vendor: "closed",
  summary:
    "Write a template anew. One that does not parse, or names what there is not, is refused with line and column.",
  input: z.strictObject({
    ...named,
    source: Source,
    after: z
      .int()
      .min(0)
      .optional()
      .describe("The version that this one is written after: refused when there is a newer."),
  }),
  output: Template,
  refuses: ["template.unknown", "template.faulty", "version.stale"],
});

export const reset = operation({
  name: "template.reset",
  method: "POST",
  path: "/api/admin/templates/{kind}/{channel}/reset",
  right: "templates.write",
  vendor: "closed",
  summary: "Go back to the text that comes with the program. The store's own stays among the versions.",
  input: z.strictObject(named),
  output: Template,
  refuses: ["template.unknown"],
});

export const listVersions = operation({
  name: "template.listVersions",
  method: "GET",
  path: "/api/admin/templates/{kind}/{channel}/versions",
  right: "templates.read",
  vendor: "closed",
  summary: "List what a template said before, newest first, with who wrote it and when.",
  input: z.strictObject({ ...named, ...listing }),
  output: pageOf(
    z.object({
      version: z.int(),
      at: time,
      by: z.string(),
      source: Source.nullable().describe("Null: it was reset to the text that comes with the program."),
    }),
  ),
  refuses: ["template.unknown"],
});

export const preview = operation({
  name: "template.preview",
  method: "POST",
  path: "/api/admin/templates/{kind}/{channel}/preview",
  right: "templates.read",
  vendor: "closed",
  summary: "Show what a message would be, of an order or of an example. Nothing is kept or sent.",
  input: z.strictObject({
    ...named,
    source: Source.partial({ body: true })
      .extend({ subject: verbatim(0, 500).optional() })
      .optional(),
    orderId: id("order").optional().describe("An example when nothing is said."),
  }),
  output: Rendering,
  refuses: ["template.unknown", "order.unknown", "right.missing"],
  keepsNoAnswer: true,
});

export const sendTest = operation({
  name: "template.sendTest",
  method: "POST",
  path: "/api/admin/templates/{kind}/{channel}/test",
  right: "templates.write",
  vendor: "closed",
  summary: "Send a template as it is saved, of an order or of an example, to oneself or whomever is named.",
  input: z.strictObject({
    ...named,
    to: text(254).describe("An e-mail address, or a number such as +919876543210."),
    orderId: id("order").optional(),
  }),
  output: z.object({ messageId: id("message") }),
  status: 201,
  refuses: ["template.unknown", "order.unknown", "right.missing"],
});

export const setSwitch = operation({
  name: "template.setSwitch",
  method: "PUT",
  path: "/api/admin/templates/{kind}/{channel}/switch",
  right: "templates.write",
  vendor: "closed",
  summary: "Have messages of a kind sent by a channel, or not.",
  input: z.strictObject({ ...named, isOn: z.boolean() }),
  output: z.object(summary),
  refuses: ["template.unknown"],
});
