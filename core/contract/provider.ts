/** Gateways, carriers and senders: how each is set up, and the calls made to it. */
import * as z from "zod";
import { id, text, time, verbatim } from "./kit/fields.ts";
import { Done, listing, operation, pageOf } from "./kit/operation.ts";

export const providerKinds = ["gateway", "carrier", "sender"] as const;
export type ProviderKind = (typeof providerKinds)[number];

const code = z
  .string()
  .regex(/^[a-z][a-z0-9]{1,30}$/, "a provider's code, such as stripe")
  .describe("A provider's code from `provider.list`.");

const Field = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(["text", "secret", "choice", "server"]).describe("`server`: one of the options, or another address."),
  required: z.boolean(),
  help: z.string().optional(),
  options: z.record(z.string(), z.string()).optional().describe("The choices with their labels."),
  pattern: z.string().optional().describe("A regular expression that the whole text must match."),
  shape: z.string().optional().describe("What the regular expression asks for, in words."),
});

export const Provider = z.object({
  code: z.string(),
  label: z.string(),
  kind: z.enum(providerKinds),
  configured: z.boolean(),
  mode: z.enum(["live", "test"]).nullable().describe("`live`: its settings move real money and real parcels."),
  fields: z.array(Field).describe("The fields of its settings form, in order."),
  takesEveryRight: z.boolean().describe("Whether setting it up takes every right: it sends emails."),
  settings: z.record(z.string(), z.string()).describe("Its settings; secrets only with their last four characters."),
  webhook: z
    .object({
      address: z.string().describe("The address to which the provider must send its events."),
      events: z.array(z.string()).describe("The events to turn on there."),
      refusedAt: time
        .nullable()
        .describe("When an event was last refused for its signature or secret, unless one was accepted since."),
    })
    .nullable(),
  cannotRefund: z.string().nullable().describe("Why a payment through it cannot be refunded here; null if it can."),
  pausedUntil: time.nullable().describe("The provider asked for fewer requests: no calls are made until then."),
  lastFailure: z.object({ at: time, says: z.string() }).nullable().describe("The last failure since its last success."),
  open: z.int().describe("Number of calls whose outcome is unknown."),
  configuredAt: time
    .nullable()
    .describe(
      "When it was set up or, for a sender, last chosen. Of several senders for one channel, the one set up or chosen last is used.",
    ),
});
export type Provider = z.output<typeof Provider>;

/** A call's state. `unknown`: it may have happened, and is never treated as refused. */
export const callStatuses = ["asked", "unknown", "done", "refused"] as const;

export const Call = z.object({
  id: id("call"),
  provider: z.string(),
  does: z.string().describe("The call's purpose: `refund`, `requestPayment` …"),
  subjectId: z
    .string()
    .describe(
      "The id of its subject, such as a refund, a payment request or a parcel; for `findDisputes` the gateway's code, or the change that asked for the rest of a long list, and for `readDispute` the gateway's id of it.",
    ),
  orderId: id("order").nullable(),
  status: z.enum(callStatuses),
  says: z.string().nullable().describe("Why it was refused, or why the outcome is unknown."),
  needsDecision: z
    .boolean()
    .describe(
      "Whether a person must check with the provider and record what happened: the call can be neither looked up nor safely repeated.",
    ),
  attempts: z.array(
    z.object({
      at: time,
      milliseconds: z.int(),
      method: z.string(),
      url: z.string(),
      status: z.int().nullable(),
      failure: z.string().nullable(),
      request: z.string().describe("Without secrets, cut off at 8 kB; `…` if the response would be too large."),
      answer: z.string(),
    }),
  ),
  createdAt: time,
  settledAt: time.nullable(),
});
export type Call = z.output<typeof Call>;

export const list = operation({
  name: "provider.list",
  method: "GET",
  path: "/api/admin/providers",
  right: "providers.read",
  vendor: "closed",
  summary: "List every gateway, carrier and sender, with its settings form and current setup.",
  input: z.strictObject({ kind: z.enum(providerKinds).optional() }),
  output: z.object({ items: z.array(Provider) }),
  refuses: [],
});

export const configure = operation({
  name: "provider.configure",
  method: "PUT",
  path: "/api/admin/providers/{code}",
  right: "providers.write",
  vendor: "closed",
  summary:
    "Set up a provider, or change its settings. A secret that is left out stays, but must be sent again if the settings name another address or the provider was removed; null removes an optional one. A sender of emails takes every right, because some of them contain links that grant access.",
  input: z.strictObject({
    code,
    settings: z.record(z.string().max(100), verbatim(0, 1_000).nullable()),
    use: z
      .literal(true)
      .optional()
      .describe(
        "Send emails or SMS with this sender from now on, if several are set up. A newly set up sender is used anyway.",
      ),
  }),
  output: Provider,
  refuses: ["provider.unknown", "right.beyond"],
});

export const test = operation({
  name: "provider.test",
  method: "POST",
  path: "/api/admin/providers/{code}/test",
  right: "providers.write",
  vendor: "closed",
  summary: "Make one harmless request with a provider's settings. With `Prefer: wait=10` the response has the result.",
  input: z.strictObject({ code }),
  output: Call,
  asks: true,
  refuses: ["provider.unknown", "provider.missing", "provider.asksNobody"],
});

export const remove = operation({
  name: "provider.remove",
  method: "DELETE",
  path: "/api/admin/providers/{code}",
  right: "providers.write",
  vendor: "closed",
  summary: "Stop using a provider. Its settings are kept only until everything it began is settled.",
  input: z.strictObject({ code }),
  output: Done,
  refuses: ["provider.unknown", "provider.missing"],
});

export const listCalls = operation({
  name: "provider.listCalls",
  method: "GET",
  path: "/api/admin/provider-calls",
  right: "orders.read",
  vendor: "closed",
  summary: "List the calls to providers, newest first, with the last 20 attempts of each in 30 days.",
  input: z.strictObject({
    orderId: id("order").optional(),
    provider: text(40).optional(),
    status: z.enum(callStatuses).optional(),
    needsDecision: z.boolean().optional(),
    ...listing,
  }),
  output: pageOf(Call),
  refuses: [],
});
