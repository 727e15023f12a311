/** Where stock lies. */
import * as z from "zod";
import { address, addressShown, id, phone, text, time } from "./fields.ts";
import { History } from "./history.ts";
import { listing, operation, pageOf } from "./kit.ts";
import { carriers } from "./parcel-shapes.ts";
import { trimmed } from "./patterns.ts";

export const Location = z.object({
  id: id("location"),
  code: z.string(),
  name: z.string(),
  address: addressShown.nullable(),
  phone: z.string().nullable().describe("Whom carriers ring when they collect."),
  pickupPlaces: z
    .record(z.string(), z.string())
    .describe("The name under which a carrier knows the place, by the carrier's code: for those that ask for one."),
  priority: z.int().describe("Orders take stock from the lowest number first."),
  active: z.boolean().describe("Closed when false: nothing is taken from it, and nothing may come in."),
  isDefault: z.boolean(),
  createdAt: time,
  archivedAt: time.nullable().describe("Removed, but stock or orders refer to it. Its code stays taken."),
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
  pickupPlaces: z.partialRecord(z.enum(carriers), text(100)),
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
  summary: "List locations in the order in which orders take stock from them. Archived ones only when asked for.",
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
  summary: "Open a location. The first is the default, and so is one that says it is.",
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
    "Change a location, make it the default, close it, or open it again. One that holds or owes stock stays open.",
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
  summary: "Remove a location that holds and owes nothing; one that stock or orders refer to is archived.",
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
  summary: "List what was changed about a location, newest first.",
  input: z.strictObject({ id: id("location"), ...listing }),
  output: History,
  refuses: ["location.unknown"],
});
