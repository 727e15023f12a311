/** The boxes that parcels are packed in. */
import * as z from "zod";
import { id, text, time } from "./kit/fields.ts";
import { Done, operation } from "./kit/operation.ts";

export const Box = z.object({
  id: id("box"),
  name: z.string(),
  lengthMm: z.int(),
  widthMm: z.int(),
  heightMm: z.int(),
  weightGrams: z.int().describe("Weight of the empty box."),
  isDefault: z.boolean(),
  createdAt: time,
});
export type Box = z.output<typeof Box>;

const millimetres = z.int().min(1).max(10_000);
const fields = {
  name: text(100),
  lengthMm: millimetres,
  widthMm: millimetres,
  heightMm: millimetres,
  weightGrams: z.int().min(0).max(100_000),
  isDefault: z.boolean(),
};

export const list = operation({
  name: "box.list",
  method: "GET",
  path: "/api/admin/boxes",
  right: "orders.fulfill",
  vendor: "closed",
  summary: "List the boxes by name, the default first.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(Box) }),
  refuses: [],
});

export const create = operation({
  name: "box.create",
  method: "POST",
  path: "/api/admin/boxes",
  right: "store.write",
  vendor: "closed",
  summary: "Add a box. The first box becomes the default, as does one added with `isDefault`.",
  input: z.strictObject({ ...fields, isDefault: fields.isDefault.default(false) }),
  output: Box,
  status: 201,
  refuses: ["box.nameTaken", "box.tooMany"],
});

export const edit = operation({
  name: "box.edit",
  method: "PATCH",
  path: "/api/admin/boxes/{id}",
  right: "store.write",
  vendor: "closed",
  summary: "Change a box, or make it the default. Existing parcels keep its old details.",
  input: z.strictObject({ id: id("box"), ...z.strictObject(fields).partial().shape }),
  output: Box,
  refuses: ["box.unknown", "box.nameTaken", "box.default"],
});

export const remove = operation({
  name: "box.remove",
  method: "DELETE",
  path: "/api/admin/boxes/{id}",
  right: "store.write",
  vendor: "closed",
  summary: "Remove a box. The default can only be removed last.",
  input: z.strictObject({ id: id("box") }),
  output: Done,
  refuses: ["box.unknown", "box.default"],
});
