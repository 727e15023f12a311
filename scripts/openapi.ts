/**
 * `npm run openapi`: writes docs/openapi.json from the contract, and docs/orders.md. A test fails if one is out of
 * date.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { operations, shapes } from "#core/contract/index";
import { openApiOf } from "#core/contract/openapi/document";
import { ordersDrawn } from "./orders-drawn.ts";

const docs = join(import.meta.dirname, "../docs");
writeFileSync(join(docs, "orders.md"), ordersDrawn());
writeFileSync(join(docs, "openapi.json"), `${JSON.stringify(openApiOf(operations, shapes), null, 1)}\n`);
