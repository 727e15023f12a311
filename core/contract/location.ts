/** Locations: where stock is kept. */
import * as z from "zod";
import { address, addressShown, id, phone, text, time } from "./kit/fields.ts";
import { listing, operation, pageOf } from "./kit/operation.ts";
import { trimmed } from "./kit/patterns.ts";
import { History } from "./parts/history.ts";
import { carriers } from "./parts/parcel-shapes.ts";

export const Location = z.object({
  id: id("location"),
  code: z.string(),
  name: z.string(),
  address: addressShown.nullable(),
  phone: z.string().nullable().describe("The number carriers call when they collect."),
  pickupPlaces: z
    .record(z.string(), z.string())
    .describe("The carrier's own name for this location, by carrier code, for carriers that need one."),
  priority: z.int().describe("Orders take stock from the location with the lowest number first."),
  active: z.boolean().describe("Closed if false: no stock can leave or enter."),
  isDefault: z.boolean(),
  createdAt: time,
  archivedAt: time.nullable().describe("Removed, but kept because stock or orders refer to it. Its code stays taken."),
});
export type Location = z.output<typeof Location>;

const fields = {
  code: z
    .string()
    .regex(trimmed("[A-Za-z0-9][A-Za-z0-9._-]{0,49}"), "1 to 50 letters, digits, dots, hyphens or underscores")
    .trim(),
  name: text(200),
  address: address.nullable(),
  phone: phone.nullable(),
  pickupPlaces: z
    .partialRecord(z.enum(carriers), text(100))
    .describe("All of the location's names, by carrier code; a carrier that is left out has none."),
  priority: z.int().min(0).max(1_000_000),
  active: z.boolean(),
  isDefault: z.boolean(),
};

export const list = operation({
  name: "location.list",
  method: "GET",
  path: "/api/admin/locations",
  right: "locations.read",
  vendor: "closed",
  summary:
    "List locations in the order in which orders take stock from them. Archived ones are included only on request.",
  input: z.strictObject({ ...listing, active: z.boolean().optional(), archived: z.boolean().default(false) }),
  output: pageOf(Location),
  refuses: [],
});

export const create = operation({
  name: "location.create",
  method: "POST",
  path: "/api/admin/locations",
  right: "locations.write",
  vendor: "closed",
  summary: "Add a location. The first becomes the default, as does one added with `isDefault`.",
  input: z.strictObject({
    code: fields.code,
    name: fields.name,
    address: fields.address.default(null),
    phone: fields.phone.default(null),
    pickupPlaces: fields.pickupPlaces.default({}),
    priority: fields.priority.default(100),
    isDefault: fields.isDefault.default(false),
  }),
  output: Location,
  status: 201,
  refuses: ["location.codeTaken"],
});

export const read = operation({
  name: "location.read",
  method: "GET",
  path: "/api/admin/locations/{id}",
  right: "locations.read",
  vendor: "closed",
  summary: "Show a location.",
  input: z.strictObject({ id: id("location") }),
  output: Location,
  refuses: ["location.unknown"],
});

export const edit = operation({
  name: "location.edit",
  method: "PATCH",
  path: "/api/admin/locations/{id}",
  right: "locations.write",
  vendor: "closed",
  summary:
    "Change a location, make it the default, close it or reopen it. A location with stock or allocations cannot be closed.",
  input: z.strictObject({ id: id("location"), ...z.strictObject(fields).partial().shape }),
  output: Location,
  refuses: ["location.unknown", "location.codeTaken", "location.default", "location.closed", "location.inUse"],
});

export const remove = operation({
  name: "location.remove",
  method: "DELETE",
  path: "/api/admin/locations/{id}",
  right: "locations.write",
  vendor: "closed",
  summary: "Remove a location without stock or allocations; one that stock records or orders refer to is archived.",
  input: z.strictObject({ id: id("location") }),
  output: z.object({ archived: z.boolean() }),
  refuses: ["location.unknown", "location.default", "location.inUse"],
});

export const history = operation({
  name: "location.history",
  method: "GET",
  path: "/api/admin/locations/{id}/history",
  right: "locations.read",
  vendor: "closed",
  summary: "List the changes to a location, newest first.",
  input: z.strictObject({ id: id("location"), ...listing }),
  output: History,
  refuses: ["location.unknown"],
});
