/** Returns, recorded by staff. A refund is a separate step. */
import * as z from "zod";
import { byValueOf } from "./kit/by-value-of.ts";
import { id, linesMax, paragraphs, quantity } from "./kit/fields.ts";
import { operation } from "./kit/operation.ts";
import { Order, Return } from "./parts/order-shapes.ts";

export const record = operation({
  name: "returns.record",
  method: "POST",
  path: "/api/admin/orders/{id}/returns",
  right: "orders.return",
  vendor: "closed",
  summary: "Record a return of shipped goods, and which of them go back in stock.",
  input: z.strictObject({
    id: id("order"),
    lines: z
      .array(
        byValueOf(
          z.strictObject({
            lineId: id("line"),
            quantity,
            restock: z
              .boolean()
              .describe("Whether the units go back in stock; never for a line whose stock is not tracked."),
            locationId: id("location")
              .optional()
              .describe("Where the units go back in stock; by default where they were shipped from."),
          }),
          "restock",
          [{ is: [false], without: ["locationId"] }],
        ),
      )
      .min(1)
      .max(linesMax),
    reason: paragraphs(500).optional(),
  }),
  output: z.object({ return: Return, order: Order }),
  status: 201,
  versioned: true,
  refuses: [
    "order.unknown",
    "order.cancelled",
    "order.lineUnknown",
    "order.notShipped",
    "location.unknown",
    "location.closed",
    "stock.untracked",
    "stock.tooMuch",
    "returns.tooMany",
  ],
  emits: ["order.returned"],
});

export const withdraw = operation({
  name: "returns.withdraw",
  method: "DELETE",
  path: "/api/admin/orders/{id}/returns/{returnId}",
  right: "orders.return",
  vendor: "closed",
  summary: "Undo a return recorded by mistake; the units it restocked are removed again.",
  input: z.strictObject({ id: id("order"), returnId: id("return") }),
  output: Order,
  versioned: true,
  refuses: ["order.unknown", "returns.unknown", "stock.gone"],
  emits: ["order.unreturned"],
});
