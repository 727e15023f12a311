/** `npm run openapi`: writes docs/openapi.json from the contract. A test fails while it is not up to date. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { operations, shapes } from "#core/contract/index";
import { openApiOf } from "#core/contract/openapi";

const path = join(import.meta.dirname, "../docs/openapi.json");
writeFileSync(path, `${JSON.stringify(openApiOf(operations, shapes), null, 1)}\n`);
