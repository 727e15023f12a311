/** A request in its own process, for tests that kill it: creates a product through the handler when told its title. */
import { once } from "node:events";
import * as product from "#core/contract/product";
import { call, ownersKey } from "../call.ts";

await ownersKey();
process.send?.("ready");
const [title] = await once(process, "message");
await call(product.create, { title });
process.exit();
