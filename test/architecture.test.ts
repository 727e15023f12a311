/** The direction of the house: who may import whom (docs/tour.md). Each arrow is a test and not a hope. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const files = globSync(["{core,functions,local,stacks,scripts,web,bench,soak,test}/**/*.{ts,tsx}"], {
  cwd: root,
}).filter((file) => !file.endsWith(".d.ts"));

/** What a program reads before it does anything, and what it reads when it comes to an `import()`. */
const atStart = /^(?:import|export)(?! type)\b[^;"]*?from "([^"]+)"|^import "([^"]+)"/gm;
const ever = /^(?:import|export)\b[^;"]*?from "([^"]+)"|^import "([^"]+)"|import\("([^"]+)"\)/gm;

/** What a file imports: paths of this project from its root, packages by name. */
function importsOf(file: string, statements = ever): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(statements)].map(([, ...names]) => {
    const named = names.find((name) => name !== undefined) ?? "";
    if (named.startsWith("#")) return `${named.slice(1)}.ts`;
    return named.startsWith(".") ? normalize(join(dirname(file), named)) : named;
  });
}

const imports = files.flatMap((file) => importsOf(file).map((imported) => ({ file, imported })));

/** The imports that a rule forbids, as lines that say what to mend. */
const found = (forbidden: (file: string, imported: string) => boolean) =>
  imports
    .filter(({ file, imported }) => forbidden(file, imported))
    .map(({ file, imported }) => `${file} imports ${imported}`);

/** The folders in which no files import each other in a circle, nor between them. */
const rootsWithoutCycles = ["core", "functions", "local", "stacks", "scripts", "web", "bench", "soak", "test"];

/** The imports that belong to a circle, or connect two: what is left when all others are taken away, from both ends. */
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

/** What each area of the core may stand on, besides the foundation that everything stands on. */
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
  // A shop: what it shows, and how a basket becomes an order.
  cart: ["store", "product", "discount", "price", "shipping-rate", "order", "payment"],
  storefront: ["store", "product", "price", "cart"],
  staff: ["channel", "message"],
  vendor: ["staff", "order"],
  service: ["staff"],
  message: ["store", "product", "order", "provider", "inbox", "stock"],
  view: [],
  webhook: ["store"],
  idempotency: [],
  doctor: ["stock", "order"],
  provider: [],
  call: ["provider"],
  inbox: ["provider"],
};
const foundation = ["contract", "db", "event", "audit", "work", "net"];

/** What may be read in SQL against that order, by area or, in the one file that does, by table: docs/tour.md says why. */
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
  ],
  // An order is shown with its payments, parcels and returns, whose tables belong to the areas that write them.
  order: ["payment", "shipping", "returns"],
  // Whose orders they are: merging and erasing go over into the orders.
  customer: ["order"],
  group: ["price-list"],
  // Prices are decided by lists, for groups of customers.
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
  // What is packed already is not fetched once more.
  "core/order-list/picking-sheet.ts": ["parcels", "parcel_lines"],
  "core/provider/remove-old.ts": ["parcels"],
  "core/order-list/conditions.ts": ["refunds", "parcels", "parcel_lines"],
  "core/order/timeline.ts": ["webhook_endpoints", "webhook_deliveries"],
  "core/location/refuse-held.ts": ["stock_levels"],
  "core/product/edit-variant.ts": ["stock_levels", "stock_requests"],
  "core/stock/lists/variant-stock.ts": ["store"],
  // A seller sees whose orders they are by the lines, which keep the seller that they were sold for.
  "core/stock/lists/list-movements.ts": ["order_lines"],
  "core/stock/lists/read-stock.ts": ["order_lines"],
  "core/stock/close-ledger.ts": ["store"],
  "core/product/list-products.ts": ["collection_products", "categories"],
  "core/store/edit.ts": ["orders"],
  "core/service/is-ready.ts": ["staff"],
  // An entry is shown, and found, by what its record is called.
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
  "core/message/list-messages.ts": ["customers"],
  "core/message/tell-staff.ts": ["staff", "webhook_endpoints", "webhook_deliveries"],
  "core/message/write/surroundings.ts": ["carts"],
};

/** The area that each table is declared in; drizzle knows one table less, which only SQL speaks to. */
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
  it("keeps the contract free of everything but zod and itself", () => {
    expect(
      found(
        (file, imported) =>
          file.startsWith("core/contract/") && imported !== "zod" && !imported.startsWith("core/contract/"),
      ),
    ).toEqual([]);
  });

  it("lets the core import the core, and nothing that hosts it", () => {
    expect(
      found(
        (file, imported) =>
          file.startsWith("core/") && /^(functions|local|stacks|web|test|scripts|bench|soak)\//.test(imported),
      ),
    ).toEqual([]);
  });

  it("lets the handlers know the core, and nothing that hosts them", () => {
    expect(
      found(
        (file, imported) =>
          file.startsWith("functions/") && /^(local|stacks|web|test|scripts|bench|soak)\//.test(imported),
      ),
    ).toEqual([]);
  });

  // Also what lies beside the areas, and has none: money, ids, refusals.
  it("keeps the foundation below the areas", () => {
    expect(
      found((file, imported) => {
        const [from, to] = [areaOf(file), areaOf(imported)];
        const isBelow = file.startsWith("core/") && (from === undefined || foundation.includes(from));
        return isBelow && to !== undefined && !foundation.includes(to);
      }),
    ).toEqual([]);
  });

  // Every kind of work stands on it, so it knows none of them.
  it("lets the lease know the database and the log, and nothing of the work", () => {
    const known = /^(node:|core\/(work|db)\/|core\/(log|time-left)\.ts$)/;
    expect(found((file, imported) => file.startsWith("core/work/") && !known.test(imported))).toEqual([]);
  });

  // SQL names its tables in a text, where no import shows.
  it("keeps the areas in their order also in SQL, but for the reads that it names", () => {
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

  it("lets what measures and soaks use what tests use, and tests' support neither", () => {
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

  it("lets the admin know the contract and nothing else of the program", () => {
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
  it("has no files that import each other in a circle", () => {
    expect(cyclicImports()).toEqual([]);
  });

  // The contract and the handlers have a file for each area of the API, and their folders are its list: decision 33.
  // Migrations stay as they are, in one row.
  it("keeps folders small enough to find a file in", () => {
    const all = globSync("{core,functions,local,stacks,scripts,web,bench,soak,test}/**/*.*", { cwd: root });
    const sizes = Map.groupBy(all, (file) => dirname(file));
    const large = [...sizes].filter(([, inside]) => inside.length > 25).map(([folder]) => folder);
    expect(large.toSorted()).toEqual(["core/contract", "core/db/migrations", "functions/admin"]);
  });

  it("lets the stacks know the wiring, the metrics, the pages' headers, where secrets are kept and by what key, and no operation by itself", () => {
    const known = [
      "functions/wiring.ts",
      "functions/measures.ts",
      "functions/page-headers.ts",
      "core/secrets-manager.ts",
      "core/secret.ts",
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

  it("imports Drizzle in one place, for Node reads its list of exports at each import", () => {
    const wrong = files.filter(
      (file) =>
        file !== "core/db/drizzle.ts" &&
        /^(import|export) (?!type )[^;"]*from "drizzle-orm(\/pg-core)?"/m.test(readFileSync(join(root, file), "utf8")),
    );
    expect(wrong).toEqual([]);
  });

  // AWS's clients take as long to load as all the rest. A read never needs one, and a write only beside its transaction.
  it("has no AWS SDK in what a request's handler loads at its start", () => {
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

  // Drizzle gives each value of each row a parameter of its own: a kept statement for every number of rows there ever was.
  it("inserts several rows by insertRows alone", () => {
    const several = /\.values\((?:\[|\w*(?:rows|lines)\b|\w+\.map\()/i;
    const wrong = files.filter(
      (file) => file.startsWith("core/") && several.test(readFileSync(join(root, file), "utf8")),
    );
    expect(wrong).toEqual([]);
  });

  // What is emitted in a part that is taken back would be published with the rest.
  it("opens a savepoint within a change by savepoint alone", () => {
    const wrong = files.filter(
      (file) =>
        /^(core|functions|local)\//.test(file) &&
        /change\.tx\.transaction\(/.test(readFileSync(join(root, file), "utf8")),
    );
    expect(wrong).toEqual(["core/db/change.ts"]);
  });

  // A file past this length is two verbs.
  it("keeps every file of the core readable in one go", () => {
    const long = files.filter(
      (file) =>
        file.startsWith("core/") &&
        !file.startsWith("core/contract/") &&
        readFileSync(join(root, file), "utf8").split("\n").length > 200,
    );
    expect(long).toEqual([]);
  });
});
