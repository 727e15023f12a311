/**
 * Placing an order takes `dryRun` in the query, and starting an import takes it in the body. A developer who mixes them
 * up was told that there is no such field.
 */
import { expect, it } from "vitest";
import * as imports from "#core/contract/import";
import * as order from "#core/contract/order";
import { newId } from "#core/id";
import { call } from "../support/call.ts";

const refusedAs = (message: string) => ({
  status: 400,
  body: { error: { code: "request.invalid", detail: { issues: [{ path: "dryRun", message }] } } },
});

it("a field in the wrong place is refused, and the answer says where it belongs", async () => {
  const inBody = await call(order.create, {} as never, { rawBody: '{"dryRun":true}' });
  expect(inBody).toMatchObject(refusedAs("This field belongs in the query."));
  const inQuery = await call(imports.start, { id: newId("import") } as never, { rawQuery: "dryRun=true" });
  expect(inQuery).toMatchObject(refusedAs("This field belongs in the body."));
});
