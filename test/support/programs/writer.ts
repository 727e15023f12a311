/** A request in a process of its own, for tests that kill it: creates a product when told its title, through the handler. */
import { once } from "node:events";
import * as product from "#core/contract/product";
import { call, ownersKey } from "../call.ts";

await ownersKey();
process.send?.("ready");
const [title] = await once(process, "message");
await call(product.create, { title });
process.exit();
