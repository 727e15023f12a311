/** The architecture's directions: what may import what (docs/tour.md). Each arrow is tested. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { atStart, importsOf, root } from "#test/support/harness/imports";

const files = globSync(["{core,functions,local,stacks,scripts,web,bench,soak,test}/**/*.{ts,tsx}"], {
  cwd: root,
}).filter((file) => !file.endsWith(".d.ts"));

const imports = files.flatMap((file) => importsOf(file).map((imported) => ({ file, imported })));

/** The imports that a rule forbids, as lines that say what to fix. */
const found = (forbidden: (file: string, imported: string) => boolean) =>
  imports
    .filter(({ file, imported }) => forbidden(file, imported))
    .map(({ file, imported }) => `${file} imports ${imported}`);

/** The folders within and between which no files may import each other in a circle. */
const rootsWithoutCycles = ["core", "functions", "local", "stacks", "scripts", "web", "bench", "soak", "test"];

/** The imports that belong to a circle or connect two: what is left after removing all others from both ends. */
function cyclicImports(): string[] {
  const isInside = (path: string) => rootsWithoutCycles.some((folder) => path.startsWith(`${folder}/`));
  let edges = imports.filter(({ file, imported }) => isInside(file) && isInside(imported));
  for (let count = Infinity; edges.length < count; ) {
    count = edges.length;
    const [importing, imported] = [
      new Set(edges.map((edge) => edge.file)),
      new Set(edges.map((edge) => edge.imported)),
    ];
    edges = edges.filter((edge) => imported.has(edge.file) && importing.has(edge.imported));
  }
  return edges.map((edge) => `${edge.file} imports ${edge.imported}`);
}

const areaOf = (path: string) => /^core\/([\w-]+)\//.exec(path)?.[1];

/** What each area of the core may import, besides the foundation. */
const below: Readonly<Record<string, readonly string[]>> = {
  store: [],
  file: [],
  csv: [],
  job: ["csv", "file", "store"],
  channel: [],
  tax: [],
  location: [],
  discount: ["store"],
  product: ["store", "tax", "file"],
  category: ["product"],
  collection: ["product"],
  price: ["product", "tax", "discount"],
  stock: ["product", "location", "job"],
  customer: ["store"],
  group: ["customer"],
  "price-list": ["store", "channel", "product"],
  "shipping-rate": ["store"],
  order: ["store", "channel", "customer", "product", "discount", "price", "stock", "location", "call"],
  "order-list": ["channel", "product", "stock", "location", "order"],
  "order-import": ["customer", "store", "product", "location", "order", "payment", "shipping", "returns", "csv", "job"],
  "product-import": ["product", "category", "file", "csv", "job", "store"],
  "customer-import": ["customer", "csv", "job", "store"],
  "price-import": ["price-list", "channel", "product", "csv", "job", "store"],
  box: [],
  shipping: ["box", "store", "file", "product", "location", "stock", "order", "provider", "call", "inbox"],
  payment: ["store", "stock", "order", "provider", "call", "inbox", "message"],
  returns: ["stock", "order"],
  export: [
    ...["order", "payment", "stock", "product", "customer", "order-list", "order-import", "product-import"],
    ...["customer-import", "price-import", "csv", "job", "store"],
  ],
  report: ["store", "staff", "csv", "message"],
  // A shop: what it shows, and how a cart becomes an order.
  cart: ["store", "product", "discount", "price", "shipping-rate", "order", "payment"],
  storefront: ["store", "product", "price", "cart"],
  staff: ["channel", "message"],
  vendor: ["staff", "order"],
  service: ["staff"],
  message: ["store", "product", "customer", "order", "provider", "inbox", "stock"],
  view: [],
  webhook: ["store"],
  idempotency: [],
  doctor: ["stock", "order"],
  provider: [],
  call: ["provider"],
  inbox: ["provider"],
};
const foundation = ["contract", "db", "event", "audit", "work", "net", "aws", "trace"];

/** What SQL may read against that order, by area or, for a single file, by table: docs/tour.md says why. */
const readsBesides: Readonly<Record<string, readonly string[]>> = {
  doctor: [
    "message",
    "stock",
    "order",
    "shipping",
    "payment",
    "returns",
    "product",
    "tax",
    "location",
    "discount",
    "category",
    "channel",
    "customer",
    "staff",
    "webhook",
    "report",
    "store",
    "job",
  ],
  // An order is shown with its payments, parcels and returns, whose tables belong to the areas that write them.
  order: ["payment", "shipping", "returns"],
  // Merging and erasing customers extend to their orders, and erasing to the numbers in their carts.
  customer: ["order"],
  "core/customer/erase-customer.ts": ["carts"],
  group: ["price-list"],
  // Prices depend on lists, which are for groups of customers.
  price: ["price-list", "customer"],
  "price-list": ["customer"],
  cart: ["customer", "channel", "tax", "stock", "location"],
  storefront: ["customer", "category", "collection", "stock", "location"],
  "core/discount/use-discount.ts": ["orders"],
  export: ["category", "tax", "staff", "price-list", "channel"],
  "price-import": ["customer"],
  "product-import": ["stock", "tax", "vendor", "staff"],
  report: ["order", "payment", "returns", "product", "stock", "location", "category", "staff", "channel"],
  "core/order-list/match.ts": ["parcels", "payments"],
  // What is already packed is not picked again.
  "core/order-list/picking-sheet.ts": ["parcels", "parcel_lines"],
  "core/provider/remove-old.ts": ["parcels", "refunds"],
  "core/order-list/conditions.ts": ["payments", "refunds", "parcels", "parcel_lines"],
  "core/order/timeline.ts": ["webhook_endpoints", "webhook_deliveries", "messages"],
  "core/location/refuse-held.ts": ["stock_levels"],
  "core/product/edit-variant.ts": ["stock_levels", "stock_requests"],
  "core/stock/lists/variant-stock.ts": ["store"],
  // A vendor's orders are found by their lines, which keep the vendor that they were sold for.
  "core/stock/lists/list-movements.ts": ["order_lines"],
  "core/stock/lists/read-stock.ts": ["order_lines"],
  "core/stock/close-ledger.ts": ["store"],
  // Whether an order's customer was erased while a call about it was open.
  "core/call/erase-calls.ts": ["orders"],
  "core/product/list-products.ts": ["collection_products", "categories"],
  "core/store/edit.ts": ["orders"],
  "core/service/is-ready.ts": ["staff"],
  // Whether a customer, or an order's, is erased.
  "core/audit/personal.ts": ["orders", "customers"],
  // An entry is shown and found by its record's name.
  "core/audit/subject-names.ts": [
    "orders",
    "variants",
    "products",
    "collections",
    "categories",
    "discounts",
    "tax_rates",
    "channels",
    "locations",
    "boxes",
    "vendors",
    "staff",
    "api_keys",
    "customers",
    "customer_groups",
    "price_lists",
  ],
  "core/message/notify-staff.ts": ["webhook_endpoints", "webhook_deliveries"],
  // Whether what waits to be sent still holds.
  "core/message/send/outdated.ts": ["carts", "parcels", "staff", "roles"],
  "core/message/write/message-context.ts": ["carts"],
  "core/webhook/remove-old.ts": ["orders", "carts"],
};

/** The area that each table is declared in; one table is not known to drizzle and used only from SQL. */
const ownerOf: ReadonlyMap<string, string> = new Map([
  ["allocations", "stock"],
  ...[
    "report_days",
    "report_money",
    "report_taxes",
    "report_channels",
    "report_months",
    "report_products",
    "report_stale",
  ].map((table): [string, string] => [table, "report"]),
  ...globSync("core/*/*.table.ts", { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/pgTable\(\s*"(\w+)"/g)].map(
      ([, table = ""]): [string, string] => [table, areaOf(file) ?? ""],
    ),
  ),
]);

/** The tables that a file names in SQL. */
function tablesIn(file: string): readonly string[] {
  const code = readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const named = [...code.matchAll(/\b(?:from|join|into|update)\s+(\w+)/g)].map(([, table = ""]) => table);
  return [...new Set(named)].filter((table) => ownerOf.has(table));
}

describe("the architecture", () => {
  it("lets the contract import only zod and itself", () => {
    expect(
      found(
        (file, imported) =>
          file.startsWith("core/contract/") && imported !== "zod" && !imported.startsWith("core/contract/"),
      ),
    ).toEqual([]);
  });

  it("lets the core import only the core, and nothing that hosts it", () => {
    expect(
      found(
        (file, imported) =>
          file.startsWith("core/") && /^(functions|local|stacks|web|test|scripts|bench|soak)\//.test(imported),
      ),
    ).toEqual([]);
  });

  it("lets the handlers import the core, and nothing that hosts them", () => {
    expect(
      found(
        (file, imported) =>
          file.startsWith("functions/") && /^(local|stacks|web|test|scripts|bench|soak)\//.test(imported),
      ),
    ).toEqual([]);
  });

  // The database knows the form of an event, but nothing that writes through it.
  it("keeps the database below the audit, the outbox and the work", () => {
    const upwards = files
      .filter((file) => areaOf(file) === "db")
      .flatMap((file) => importsOf(file, atStart).map((imported) => ({ file, imported })))
      .filter(({ imported }) => ["audit", "event", "work"].includes(areaOf(imported) ?? ""));
    expect(upwards).toEqual([]);
  });

  // Also files outside the areas: money, ids, refusals.
  it("keeps the foundation below the areas", () => {
    expect(
      found((file, imported) => {
        const [from, to] = [areaOf(file), areaOf(imported)];
        const isBelow = file.startsWith("core/") && (from === undefined || foundation.includes(from));
        return isBelow && to !== undefined && !foundation.includes(to);
      }),
    ).toEqual([]);
  });

  // Every kind of work is built on it, so it depends on none of them.
  it("lets the lease import the database and the log, and nothing about the work", () => {
    const known = /^(node:|core\/(work|db)\/|core\/(log|time-left)\.ts$)/;
    expect(found((file, imported) => file.startsWith("core/work/") && !known.test(imported))).toEqual([]);
  });

  // SQL names its tables in strings, where no import shows.
  it("keeps the areas in their order in SQL too, except for the reads listed", () => {
    const turned = files.flatMap((file) => {
      const from = areaOf(file);
      if (from === undefined) return [];
      const near = [from, ...foundation, ...(below[from] ?? []), ...(readsBesides[from] ?? [])];
      return tablesIn(file)
        .filter((table) => !near.includes(ownerOf.get(table) ?? "") && !readsBesides[file]?.includes(table))
        .map((table) => `${file} names ${table}`);
    });
    expect(turned).toEqual([]);
  });

  it("lets benchmarks and soak tests use test support, but not the other way round", () => {
    expect(
      found(
        (file, imported) =>
          file.startsWith("test/support/") && (/^(bench|soak)\//.test(imported) || imported.includes(".test")),
      ),
    ).toEqual([]);
  });

  it("keeps the areas in their order", () => {
    expect(
      found((file, imported) => {
        const [from, to] = [areaOf(file), areaOf(imported)];
        if (from === undefined || to === undefined || from === to || foundation.includes(from)) return false;
        return !foundation.includes(to) && !below[from]?.includes(to);
      }),
    ).toEqual([]);
  });

  it("keeps the webhooks module out of the rest of the core", () => {
    expect(
      found((file, imported) => areaOf(imported) === "webhook" && !["webhook", undefined].includes(areaOf(file))),
    ).toEqual([]);
  });

  it("lets the admin import the contract and nothing else of the program", () => {
    expect(
      found(
        (file, imported) =>
          file.startsWith("web/") &&
          /^(core|functions|local|stacks|test)\//.test(imported) &&
          !imported.startsWith("core/contract/"),
      ),
    ).toEqual([]);
  });

  // Neither file of a circle can be read, tested or moved without the other.
  it("has no circular imports", () => {
    expect(cyclicImports()).toEqual([]);
  });

  // The contract and the handlers have a file for each area of the API, and their folders are its list: decision 33.
  // Migrations stay as they are, in one row.
  it("keeps folders small", () => {
    const all = globSync("{core,functions,local,stacks,scripts,web,bench,soak,test}/**/*.*", { cwd: root });
    const sizes = Map.groupBy(all, (file) => dirname(file));
    const large = [...sizes].filter(([, inside]) => inside.length > 25).map(([folder]) => folder);
    expect(large.toSorted()).toEqual(["core/contract", "core/db/migrations", "functions/admin"]);
  });

  it("lets the stacks import the wiring, metrics, page headers, the location and keys of secrets, checks of settings, and no single operation", () => {
    const known = [
      "functions/wiring.ts",
      "functions/metrics.ts",
      "functions/page-headers.ts",
      "core/aws/secrets-manager.ts",
      "core/secret.ts",
      "core/public-url.ts",
      "core/check-settings.ts",
      "core/staff/first-owner.ts",
      "core/staff/common-passwords.ts",
    ];
    expect(
      found(
        (file, imported) =>
          file.startsWith("stacks/") && /^(core|functions|local)\//.test(imported) && !known.includes(imported),
      ),
    ).toEqual([]);
  });

  it("imports zod as a namespace, which a third of the bundle depends on", () => {
    const wrong = files.filter((file) =>
      /^import (?!\* as z )(?!type )[^;"]*from "zod"/m.test(readFileSync(join(root, file), "utf8")),
    );
    expect(wrong).toEqual([]);
  });

  it("imports Drizzle in one place, as Node reads its list of exports at each import", () => {
    const wrong = files.filter(
      (file) =>
        file !== "core/db/drizzle.ts" &&
        /^(import|export) (?!type )[^;"]*from "drizzle-orm(\/pg-core)?"/m.test(readFileSync(join(root, file), "utf8")),
    );
    expect(wrong).toEqual([]);
  });

  // AWS's clients take as long to load as everything else. A read never needs one, and a write only outside its
  // transaction.
  it("loads no AWS SDK at the start of a request handler", () => {
    const waiting = files.filter((file) => file.startsWith("functions/admin/"));
    const via = new Map(waiting.map((file) => [file, file]));
    for (const file of waiting) {
      for (const imported of importsOf(file, atStart)) {
        if (via.has(imported)) continue;
        via.set(imported, `${via.get(file)} > ${imported}`);
        if (files.includes(imported)) waiting.push(imported);
      }
    }
    expect(via.size).toBeGreaterThan(200);
    expect([...via].filter(([imported]) => imported.startsWith("@aws-sdk/")).map(([, path]) => path)).toEqual([]);
  });

  // Drizzle makes each value of each row a parameter, so there would be a prepared statement for every number of rows.
  it("inserts several rows only through insertRows", () => {
    const several = /\.values\((?:\[|\w*(?:rows|lines)\b|\w+\.map\()/i;
    const wrong = files.filter(
      (file) => file.startsWith("core/") && several.test(readFileSync(join(root, file), "utf8")),
    );
    expect(wrong).toEqual([]);
  });

  // What is emitted in a part that is rolled back would otherwise be published with the rest.
  it("opens savepoints within a change only through savepoint", () => {
    const wrong = files.filter(
      (file) =>
        /^(core|functions|local)\//.test(file) &&
        /change\.tx\.transaction\(/.test(readFileSync(join(root, file), "utf8")),
    );
    expect(wrong).toEqual(["core/db/change.ts"]);
  });

  // A file longer than this should be two verbs.
  it("keeps every file of the core short", () => {
    const long = files.filter(
      (file) =>
        file.startsWith("core/") &&
        !file.startsWith("core/contract/") &&
        readFileSync(join(root, file), "utf8").split("\n").length > 200,
    );
    expect(long).toEqual([]);
  });
});
