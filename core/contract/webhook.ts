/** Webhooks: where events are sent, and the outcome of each delivery. Exactly eight operations. */
import * as z from "zod";
import { id, time, webAddress } from "./kit/fields.ts";
import { Done, listing, operation, pageOf } from "./kit/operation.ts";
import { eventNames, patterns } from "./values/events.ts";

const events = z
  .array(z.enum(patterns, "an event such as order.paid, a group such as order.*, or *"))
  .min(1)
  .max(patterns.length)
  .transform((given) => [...new Set(given)]);

/** Counts stop here, because counting millions of rows helps no one: 1000 means 1000 or more. */
export const countMax = 1000;

export const Endpoint = z.object({
  id: id("endpoint"),
  url: z.string().describe("A password in it is shown as `***`, but is sent to the receiver."),
  events: z
    .array(z.string())
    .describe("The subscribed events: names such as `order.paid`, groups such as `order.*`, or `*`."),
  active: z
    .boolean()
    .describe(
      "Events that happen while an endpoint is inactive are never sent to it; deliveries that are already pending wait until it is active again.",
    ),
  secretLast4: z.string().describe("The last four characters of its signing secret."),
  health: z.object({
    lastSuccessAt: time.nullable(),
    failuresInARow: z.int().describe("Failed attempts since the last success."),
    pending: z.int().max(countMax).describe("1000 means 1000 or more."),
    dead: z.int().max(countMax).describe("1000 means 1000 or more."),
  }),
  createdAt: time,
  updatedAt: time,
});
export type Endpoint = z.output<typeof Endpoint>;

const secret = z.string().describe("Shown in this response and never again.");
const warnings = z.array(z.string()).describe("Warnings about these events for the endpoint's owner.");

export const deliveryStatuses = ["pending", "delivered", "dead"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const Delivery = z.object({
  id: id("delivery"),
  endpointId: id("endpoint"),
  eventId: id("event"),
  eventName: z.string(),
  status: z.enum(deliveryStatuses).describe("`dead`: every attempt has failed, and no more are made automatically."),
  attempts: z.int(),
  lastStatus: z.int().nullable().describe("The HTTP status of the last attempt; null if there was no response."),
  lastError: z
    .string()
    .nullable()
    .describe("Why the last attempt failed: `http_500`, `timeout`, `dns`, `refused`, `tls_expired` …"),
  nextAttemptAt: time.nullable().describe("Null if no attempt is scheduled."),
  deliveredAt: time.nullable(),
  createdAt: time,
  history: z.array(
    z.object({ at: time, status: z.int().nullable(), error: z.string().nullable(), milliseconds: z.int() }),
  ),
  body: z.string().describe("The event as it is sent, byte for byte."),
});
export type Delivery = z.output<typeof Delivery>;

export const listEndpoints = operation({
  name: "webhook.listEndpoints",
  method: "GET",
  path: "/api/admin/x/webhooks/endpoints",
  right: "webhooks.read",
  vendor: "closed",
  summary: "List the endpoints with their health, newest first.",
  input: z.strictObject({ ...listing }),
  output: pageOf(Endpoint),
  refuses: [],
});

export const createEndpoint = operation({
  name: "webhook.createEndpoint",
  method: "POST",
  path: "/api/admin/x/webhooks/endpoints",
  right: "webhooks.write",
  vendor: "closed",
  summary: "Create an endpoint to which events are sent. The signing secret is in this response and never shown again.",
  input: z.strictObject({ url: webAddress, events, active: z.boolean().default(true) }),
  output: Endpoint.extend({ secret, warnings }),
  refuses: [],
  status: 201,
  answersSecret: true,
});

export const readEndpoint = operation({
  name: "webhook.readEndpoint",
  method: "GET",
  path: "/api/admin/x/webhooks/endpoints/{id}",
  right: "webhooks.read",
  vendor: "closed",
  summary: "Show an endpoint.",
  input: z.strictObject({ id: id("endpoint") }),
  output: Endpoint,
  refuses: ["webhook.endpointUnknown"],
});

export const editEndpoint = operation({
  name: "webhook.editEndpoint",
  method: "PATCH",
  path: "/api/admin/x/webhooks/endpoints/{id}",
  right: "webhooks.write",
  vendor: "closed",
  summary:
    "Change an endpoint. Pending deliveries go to its address at the time of sending; an inactive endpoint's wait, and later events are not sent to it.",
  input: z.strictObject({
    id: id("endpoint"),
    url: webAddress.optional(),
    events: events.optional(),
    active: z.boolean().optional(),
  }),
  output: Endpoint.extend({ warnings }),
  refuses: ["webhook.endpointUnknown"],
});

export const removeEndpoint = operation({
  name: "webhook.removeEndpoint",
  method: "DELETE",
  path: "/api/admin/x/webhooks/endpoints/{id}",
  right: "webhooks.write",
  vendor: "closed",
  summary: "Remove an endpoint and all its deliveries.",
  input: z.strictObject({ id: id("endpoint") }),
  output: Done,
  refuses: ["webhook.endpointUnknown"],
});

export const rotateSecret = operation({
  name: "webhook.rotateSecret",
  method: "POST",
  path: "/api/admin/x/webhooks/endpoints/{id}/rotate-secret",
  right: "webhooks.write",
  vendor: "closed",
  summary: "Create a new signing secret. It signs every attempt from now on, including those of pending deliveries.",
  input: z.strictObject({ id: id("endpoint") }),
  output: Endpoint.extend({ secret }),
  refuses: ["webhook.endpointUnknown"],
  answersSecret: true,
});

export const listDeliveries = operation({
  name: "webhook.listDeliveries",
  method: "GET",
  path: "/api/admin/x/webhooks/deliveries",
  right: "webhooks.read",
  vendor: "closed",
  summary: "List deliveries and their outcomes, newest first. A page with large events may end before its limit.",
  input: z.strictObject({
    ...listing,
    endpointId: id("endpoint").optional(),
    status: z.enum(deliveryStatuses).optional(),
    eventName: z.enum(eventNames).optional(),
    eventId: id("event").optional(),
    from: time.optional().describe("At or after this time."),
    to: time.optional().describe("Before this time."),
  }),
  output: pageOf(Delivery),
  refuses: [],
});

export const retryDelivery = operation({
  name: "webhook.retryDelivery",
  method: "POST",
  path: "/api/admin/x/webhooks/deliveries/{id}/retry",
  right: "webhooks.write",
  vendor: "closed",
  summary: "Queue a dead delivery again, with a full set of attempts.",
  input: z.strictObject({ id: id("delivery") }),
  output: Delivery,
  refuses: ["webhook.deliveryUnknown", "webhook.notDead"],
});
