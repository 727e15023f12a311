/** What can be imported and exported: ties each kind to the worker. */
import { customerImport } from "#core/customer-import/customer-import";
import { customersExport } from "#core/export/customers";
import { ordersExport } from "#core/export/orders";
import { priceListsExport } from "#core/export/price-lists";
import { productsExport } from "#core/export/products";
import { auditExport, paymentsExport } from "#core/export/records";
import { movementsExport, stockExport } from "#core/export/stock";
import type { DeclaredExport } from "#core/job/export-kind";
import type { Import } from "#core/job/import-kind";
import { orderImport } from "#core/order-import/order-import";
import { priceImport } from "#core/price-import/price-import";
import { productImport } from "#core/product-import/product-import";
import { stockImport } from "#core/stock/import/stock-import";

export const imports: readonly Import[] = [stockImport, orderImport, productImport, customerImport, priceImport];
export const exports: readonly DeclaredExport[] = [
  ordersExport,
  stockExport,
  productsExport,
  customersExport,
  priceListsExport,
  movementsExport,
  paymentsExport,
  auditExport,
];
