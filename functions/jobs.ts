/** What can be imported and exported: here each kind's area is tied to the worker. */
import type { Import } from "#core/job/import-kind";
import { orderImport } from "#core/order-import/order-import";
import { stockImport } from "#core/stock/import/stock-import";

export const imports: readonly Import[] = [stockImport, orderImport];
