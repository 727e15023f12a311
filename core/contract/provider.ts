/** Gateways, carriers and senders: how each is set up, what was asked of it and what it answered. */
import * as z from "zod";
import { id, text, time, verbatim } from "./fields.ts";
import { Done, listing, operation, pageOf } from "./kit.ts";

export const providerKinds = ["gateway", "carrier", "sender"] as const;
export type ProviderKind = (typeof providerKinds)[number];

const code = z
  .string()
  .regex(/^[a-z][a-z0-9]{1,30}$/, "a provider's code, such as stripe")
  .describe("A provider's code, as `provider.list` names it.");

const Field = z.object({
  name: z.string(),
  label: z.string(),
  kind: z
    .enum(["text", "secret", "choice", "server"])
    .describe("`server`: one of the options, or an address of one's own."),
  required: z.boolean(),
  help: z.string().optional(),
  options: z.record(z.string(), z.string()).optional().describe("The choices, each with its words."),
  pattern: z.string().optional().describe("A regular expression that the whole text matches."),
});

export const Provider = z.object({
  code: z.string(),
  label: z.string(),
  kind: z.enum(providerKinds),
  configured: z.boolean(),
  mode: z.enum(["live", "test"]).nullable().describe("Whether its settings move real money and real parcels."),
  fields: z.array(Field).describe("What it must be told, in the order of its form."),
  settings: z.record(z.string(), z.string()).describe("What it was told; of a secret the last four characters."),
  webhook: z
    .object({
      address: z.string().describe("Where the provider is to send its events."),
      events: z.array(z.string()).describe("What to switch on there."),
    })
    .nullable(),
  cannotRefund: z.string().nullable().describe("Why a payment through it cannot be refunded here; null when it can."),
  pausedUntil: time.nullable().describe("It asked for fewer requests: nothing is asked of it until then."),
  lastFailure: z.object({ at: time, says: z.string() }).nullable().describe("Since its last success."),
  open: z.int().describe("Calls whose outcome is unknown."),
  configuredAt: time.nullable(),
});
export type Provider = z.output<typeof Provider>;

/** How far a call is. `unknown`: it may have happened; nobody takes it for a no. */
export const callStatuses = ["asked", "unknown", "done", "refused"] as const;

export const Call = z.object({
  id: id("call"),
  provider: z.string(),
  does: z.string().describe("What was asked for: `refund`, `requestPayment` …"),
  subjectId: z.string().describe("What it is for: a refund, a payment request, a parcel."),
  orderId: id("order").nullable(),
  status: z.enum(callStatuses),
  says: z.string().nullable().describe("Why it was refused, or why nobody knows."),
  needsDecision: z
    .boolean()
    .describe("It can be neither found nor safely repeated: a person looks at the provider and says what happened."),
  attempts: z.array(
    z.object({
      at: time,
      milliseconds: z.int(),
      method: z.string(),
      url: z.string(),
      status: z.int().nullable(),
      failure: z.string().nullable(),
      request: z.string().describe("Without secrets, and cut at 8 kB."),
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
  summary: "List every gateway, carrier and sender, with its form and how it is set up.",
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
    "Set a provider up, or change its settings. A secret that is left out stays as it is, but must be sent again when the settings name another address; null removes an optional one.",
  input: z.strictObject({ code, settings: z.record(z.string().max(100), verbatim(0, 1_000).nullable()) }),
  output: Provider,
  refuses: ["provider.unknown"],
});

export const test = operation({
  name: "provider.test",
  method: "POST",
  path: "/api/admin/providers/{code}/test",
  right: "providers.write",
  vendor: "closed",
  summary: "Make one harmless request with its settings. With `Prefer: wait=10` the answer says what came of it.",
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
  summary: "Stop using a provider. Its settings are kept only as long as something that it began is not settled.",
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
  summary: "List what was asked of providers, the newest first, with each attempt of the last 30 days.",
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
