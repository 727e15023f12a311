/** Customers from a file: our own, and Shopify's as it is. */

import { describe, expect, it } from "vitest";
import * as customer from "#core/contract/customer";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { call } from "../support/call.ts";
import { some } from "../support/given/catalogue.ts";
import { anUploadedImport, csv, imported, rowsOf, startedImport } from "../support/given/imports.ts";
import { earlier, today } from "../support/given/shopify-customers.ts";
import { shopifyOrders, shopifyRow } from "../support/given/shopify-orders.ts";
import { aStockroom } from "../support/given/stock.ts";

const file = (among: readonly string[], ...rows: Readonly<Record<string, string>>[]) =>
  csv(among, ...rows.map((row) => among.map((column) => row[column] ?? "")));

async function customerBy(email: string) {
  const [row] = await db().execute<{ id: never }>(sql`select id from customers where email = ${email}`);
  return (await call(customer.read, { id: row!.id })).body;
}
const anEmail = () => `${some("asha")}@example.com`;

describe("Shopify's customer export", () => {
  const asha = (said: Readonly<Record<string, string>>) => ({
    "Customer ID": "'6.12345E+12",
    "First Name": "Asha",
    "Last Name": "Rao",
    "Accepts Email Marketing": "yes",
    "Default Address Address1": "1 MG Road",
    "Default Address City": "Pune",
    "Default Address Province Code": "MH",
    "Default Address Country Code": "IN",
    "Default Address Zip": "'411001",
    Phone: "'+91 98765-43210",
    Note: "Rings twice,\nthen waits",
    Tags: "wholesale, gift, wholesale",
    ...said,
  });

  it("is imported with address, phone, consent, note and tags, and changes nothing the second time", async () => {
    const email = anEmail();
    const id = await anUploadedImport("customers", file(today, asha({ Email: email.toUpperCase() })));
    expect(await startedImport(id, { dryRun: true })).toMatchObject({ layout: "shopify", counts: { created: 1 } });
    expect(await startedImport(id)).toMatchObject({ counts: { created: 1, refused: 0 } });
    const made = await customerBy(email);
    expect(made).toMatchObject({
      name: "Asha Rao",
      phone: "+919876543210",
      note: "Rings twice,\nthen waits",
      tags: ["wholesale", "gift"],
      marketing: { accepts: true },
      addresses: [
        { line1: "1 MG Road", city: "Pune", region: "MH", postalCode: "411001", country: "IN", isDefault: true },
      ],
    });
    expect(await startedImport(id)).toMatchObject({ counts: { same: 1, changed: 0 } });
    expect(await customerBy(email)).toEqual(made);
    // The audit contains nothing that an erasure would have to remove.
    const audited = await db().execute(sql`select after::text as after from audit where subject_id = ${made.id}`);
    expect(JSON.stringify(audited)).not.toMatch(/Asha|MG Road|98765/);
  });

  it("is read in its older layout, even without a name or an address", async () => {
    const [one, other] = [anEmail(), anEmail()];
    const rows = [
      {
        "First Name": "Ben",
        Email: one,
        "Accepts Marketing": "no",
        Address1: "2 High St",
        City: "Leeds",
        Country: "United Kingdom",
        "Country Code": "GB",
        Zip: "-",
      },
      { Email: other, Company: "Acme" },
    ];
    expect(await imported("customers", file(earlier, ...rows))).toMatchObject({ counts: { created: 2 } });
    expect(await customerBy(one)).toMatchObject({
      name: "Ben",
      marketing: { accepts: false, at: null },
      addresses: [{ line1: "2 High St", postalCode: "-", country: "GB" }],
    });
    expect(await customerBy(other)).toMatchObject({ name: "Acme", addresses: [] });
  });

  it("refuses customers without an email address, invalid phone numbers, and a truncated last row", async () => {
    const rows = file(
      today,
      asha({ Email: "" }),
      asha({ Email: anEmail(), Phone: "9.19877E+11" }),
      asha({ Email: "asha(at)example.com" }),
      asha({ Email: anEmail(), Phone: "" }),
    );
    const cutShort = `${rows}1,Asha,Rao,${anEmail()},ye`;
    const done = await imported("customers", cutShort);
    expect(done.counts).toEqual({ created: 1, changed: 0, same: 0, refused: 4 });
    const why = (await rowsOf(done.id, "refused")).map(({ problems: [first] }) => [first!.column, first!.why]);
    expect(why).toEqual([
      ["Email", expect.stringMatching(/is needed/)],
      ["Phone", expect.stringMatching(/with its country/)],
      ["Email", "It is not an email address."],
      [null, expect.stringMatching(/^The row has 5 fields, and the header \d+\. Was the file cut off here/)],
    ]);
  });

  // A store may have imported its orders first: their customers have not been edited by hand.
  it("completes customers that orders created, and overwrites nothing that people have entered", async () => {
    await aStockroom();
    const email = anEmail();
    await imported(
      "orders",
      shopifyOrders([shopifyRow({ Name: some("#"), Email: email, "Shipping Address1": "9 Old Lane" })]),
    );
    const first = file(today, asha({ Email: email }));
    expect((await imported("customers", first)).counts).toMatchObject({ changed: 1 });
    const known = await customerBy(email);
    expect(known.addresses.map(({ line1, isDefault }) => [line1, isDefault])).toEqual([
      ["1 MG Road", true],
      ["9 Old Lane", false],
    ]);
    await call(customer.edit, { id: known.id, name: "Asha R.", acceptsMarketing: false });
    const done = await imported("customers", first);
    expect(done.counts).toMatchObject({ refused: 1 });
    expect((await customerBy(email)).marketing).toMatchObject({ accepts: false });
    expect((await imported("customers", first, { options: { overwrite: true } })).counts).toMatchObject({ changed: 1 });
    // Whoever has declined is asked, not overwritten.
    expect(await customerBy(email)).toMatchObject({ name: "Asha Rao", marketing: { accepts: false } });
  });

  // Who had only left an address there, and has ordered since, was called by that address from then on.
  it("keeps the name of somebody who is known here and has none in the file", async () => {
    await aStockroom();
    const [known, unknown] = [anEmail(), anEmail()];
    await imported(
      "orders",
      shopifyOrders([shopifyRow({ Name: some("#"), Email: known, "Billing Name": "Asha Rao" })]),
    );
    const nameless = (email: string) => asha({ Email: email, "First Name": "", "Last Name": "" });
    const rows = file(today, nameless(known), nameless(unknown));
    expect((await imported("customers", rows)).counts).toMatchObject({ created: 1, changed: 1, refused: 0 });
    expect([(await customerBy(known)).name, (await customerBy(unknown)).name]).toEqual(["Asha Rao", unknown]);
  });
});

describe("our own file of customers", () => {
  // Who has “postcode” in it got every address without one, and no word about it.
  it("names the columns that it has and that are not read, like another program's that looks like Shopify's", async () => {
    const rows = { email: anEmail(), name: "Asha", postcode: "411001", "address 1": "1 MG Road", Country: "IN" };
    const own = await imported("customers", file(Object.keys(rows), rows), { dryRun: true });
    expect(own).toMatchObject({
      status: "done",
      says: "Columns that are not read: “postcode”.",
      counts: { created: 1 },
    });
    const shop = [
      "first_name",
      "last_name",
      "email",
      "billing_phone",
      "Birthday (customer.metafields.facts.birth_date)",
    ];
    const other = file(shop, { first_name: "Asha", last_name: "Rao", email: anEmail(), billing_phone: "+911" });
    expect(await imported("customers", other, { dryRun: true })).toMatchObject({
      layout: "shopify",
      says: "Columns that are not read: “billing_phone”.",
    });
    expect((await imported("customers", file(today), { dryRun: true })).says).not.toMatch(/not read/);
    expect((await imported("customers", file(earlier), { dryRun: true })).says).not.toMatch(/not read/);
  });

  // They were left out, and the row counted as done.
  it("refuses parts of an address without its first line", async () => {
    const rows = { email: anEmail(), name: "Asha", city: "Pune" };
    const { id, counts } = await imported("customers", file(Object.keys(rows), rows));
    expect(counts).toMatchObject({ created: 0, refused: 1 });
    const why = "An address needs the column “address 1”: add it, or remove this column.";
    expect(await rowsOf(id)).toMatchObject([{ problems: [{ column: "city", text: "Pune", why }] }]);
    expect((await imported("customers", file(["email", "name", "city"], { ...rows, city: "" }))).counts.created).toBe(
      1,
    );
  });

  // A file from before they unsubscribed had them mailed again.
  it("consents for nobody who has declined since", async () => {
    const email = anEmail();
    const { id } = (await call(customer.create, { name: "Asha", email })).body;
    await call(customer.edit, { id, acceptsMarketing: true });
    await call(customer.edit, { id, acceptsMarketing: false });
    const saying = (at: string) =>
      imported(
        "customers",
        csv(["email", "name", "accepts marketing", "marketing said at"], [email, "Asha", "yes", at]),
      );
    expect((await saying("")).counts).toMatchObject({ same: 1 });
    expect((await saying("2020-01-01T00:00:00Z")).counts).toMatchObject({ same: 1 });
    expect((await saying("2090-01-01T00:00:00Z")).counts).toMatchObject({ changed: 1 });
    expect((await customerBy(email)).marketing).toMatchObject({ accepts: true });
  });

  // Someone edits the export in a spreadsheet while the customer's name is corrected in the admin.
  it("changes no customer that was changed since the export, unless allowed to overwrite, and the dry run says so", async () => {
    const [email, other] = [anEmail(), anEmail()];
    const { id } = (await call(customer.create, { name: "Asha", email })).body;
    await call(customer.create, { name: "Ben", email: other });
    const changedAt = async (of: string) => (await customerBy(of)).updatedAt;
    const [seen, seenOther] = [await changedAt(email), await changedAt(other)].map(String) as [string, string];
    await call(customer.edit, { id, name: "Asha Rao" });
    const columns = ["email", "name", "changed at"];
    const file = csv(columns, [email, "Asha R.", seen], [other, "Ben B.", seenOther]);
    const jobId = await anUploadedImport("customers", file);
    for (const dryRun of [true, false]) {
      expect((await startedImport(jobId, { dryRun })).counts).toEqual({ created: 0, changed: 1, same: 0, refused: 1 });
      expect(await rowsOf(jobId, "refused")).toMatchObject([
        { row: 2, about: email, problems: [{ why: expect.stringMatching(/^They were changed here since.*: name\./) }] },
      ]);
    }
    expect([(await customerBy(email)).name, (await customerBy(other)).name]).toEqual(["Asha Rao", "Ben B."]);
    // As the export has it now.
    const anew = csv(columns, [email, "Asha R.", String(await changedAt(email))]);
    expect((await imported("customers", anew)).counts).toMatchObject({ changed: 1 });
    expect((await imported("customers", file, { options: { overwrite: true } })).counts).toMatchObject({ same: 2 });
  });

  it("is not a file of orders, which has emails and names too", async () => {
    const done = await imported("customers", shopifyOrders([shopifyRow({ Name: some("#"), Email: anEmail() })]));
    expect(done).toMatchObject({ status: "failed", says: expect.stringMatching(/^This is a file of orders/) });
  });

  // Each row used to overwrite the other, on every import.
  it("lists merged customers only once", async () => {
    const [kept, gone] = [anEmail(), anEmail()];
    const [id, otherId] = [
      (await call(customer.create, { name: "Kept", email: kept })).body.id,
      (await call(customer.create, { name: "Gone", email: gone })).body.id,
    ];
    await call(customer.merge, { id, otherId });
    const both = await anUploadedImport("customers", csv(["email", "name"], [gone, "Gone R."], [kept, "Kept R."]));
    expect(await startedImport(both)).toMatchObject({ counts: { changed: 1, refused: 1 } });
    expect((await rowsOf(both))[0]).toMatchObject({
      about: gone,
      problems: [
        { why: `They were merged here with ${kept}, and row 3 of this file is about them too: leave one of them out.` },
      ],
    });
    expect(await customerBy(kept)).toMatchObject({ name: "Kept R." });
    expect(await startedImport(both)).toMatchObject({ counts: { changed: 0, same: 1, refused: 1 } });
    // On its own, the old address leads to the remaining customer.
    expect(await imported("customers", csv(["email", "name"], [gone, "Kept S."]))).toMatchObject({
      counts: { changed: 1 },
    });
    expect(await customerBy(kept)).toMatchObject({ name: "Kept S." });
  });

  it("has a row for each address, may have few columns, and names existing groups", async () => {
    const email = anEmail();
    const columns = ["email", "name", "groups", "tags", "address 1", "city", "postal code", "country", "default"];
    const rows = [
      [email, "Asha", "", '"red, dark", blue', "1 First St", "Pune", "411001", "IN", "no"],
      [email, "", "", "", "2 Second St", "Pune", "411001", "IN", "yes"],
      [anEmail(), "Ben", "Nobody's", "", "", "", "", "", ""],
    ];
    const done = await imported("customers", csv(columns, ...rows));
    expect(done.counts).toMatchObject({ created: 1, refused: 1 });
    expect(await customerBy(email)).toMatchObject({
      tags: ["red, dark", "blue"],
      addresses: [
        { line1: "1 First St", isDefault: false },
        { line1: "2 Second St", isDefault: true },
      ],
    });
    expect((await imported("customers", csv(["email", "name"], [email, "Asha R."]))).counts).toMatchObject({
      changed: 1,
    });
    expect(await customerBy(email)).toMatchObject({ name: "Asha R.", addresses: [{}, {}] });
  });

  // Each of them got another default address, with a dash for its postal code.
  it("keeps what an address has in columns that another store's file does not have", async () => {
    const whole = {
      ...{ "First Name": "Asha", "Last Name": "Rao", Email: anEmail(), "Default Address Address1": "1 MG Road" },
      ...{ "Default Address City": "Pune", "Default Address Province Code": "MH", "Default Address Province": "Goa" },
      ...{ "Default Address Country Code": "IN", "Default Address Zip": "411001" },
    };
    const without = (...left: readonly string[]) => {
      const cells = Object.entries(whole).filter(([column]) => !left.includes(column.replace("Default Address ", "")));
      return csv(...([0, 1] as const).map((nth) => cells.map((cell) => cell[nth])));
    };
    await imported("customers", without());
    for (const left of [["Zip"], ["Province Code"], ["Province", "Country Code", "Province Code"]])
      expect((await imported("customers", without(...left))).counts).toMatchObject({ same: 1 });
    whole["Default Address City"] = "Panaji";
    expect((await imported("customers", without("Zip"))).counts).toMatchObject({ changed: 1 });
    expect((await customerBy(whole.Email)).addresses).toMatchObject([{ city: "Panaji" }, { postalCode: "411001" }]);
  });

  // A file without the column of postal codes or cities had emptied them.
  it("keeps what an address has in columns that the file does not have, or is refused if it is another address", async () => {
    const columns = ["email", "name", "address 1", "region", "city", "postal code", "country", "default"];
    const row = (nth: number, isDefault: string) =>
      ["parts@example.com", "Ida", "Mill Lane 1", `R${nth}`, `City ${nth}`, `0${nth}000`, "DE", isDefault] as const;
    await imported("customers", csv(columns, row(1, "no"), row(2, "yes")));
    const without = (left: readonly string[], ...rows: readonly (readonly string[])[]) =>
      csv(...[columns, ...rows].map((cells) => cells.filter((_, nth) => !left.includes(columns[nth] ?? ""))));
    for (const left of [["postal code"], ["city", "country"], columns.slice(3), ["default"]]) {
      const file = without(left, row(1, "no"), row(2, "yes"));
      expect((await imported("customers", file)).counts).toMatchObject({ same: 1 });
    }
    const moved = without(["postal code", "country"], row(1, "no"), row(2, "yes").with(4, "Hamburg"));
    const done = await imported("customers", moved);
    expect((await rowsOf(done.id))[0]?.problems).toMatchObject([
      { column: "address 1", why: expect.stringContaining("the file has no column “postal code”, “country”") },
    ]);
    const fewer = without(["postal code"], row(2, "yes"));
    expect((await imported("customers", fewer)).counts).toMatchObject({ changed: 1 });
    expect((await customerBy("parts@example.com")).addresses).toMatchObject([{ postalCode: "02000" }]);
  });

  // A spreadsheet shows 01067 as 1067 and saves it so: parcels to half of Dresden would have gone elsewhere.
  it("is refused where a spreadsheet has removed zeros from a postal code or a phone number", async () => {
    const [email, other] = [anEmail(), anEmail()];
    const columns = ["email", "name", "phone", "address 1", "city", "postal code", "country", "default"];
    const file = (zip: string, phone: string) => [
      [email, "Ida", phone, "Am Zwinger 1", "Dresden", "01067", "DE", "yes"],
      [email, "", "", "Am Zwinger 2", "Dresden", zip, "DE", "no"],
      [other, "Ole", "", "Am Zwinger 3", "Dresden", "1067", "DE", "yes"],
    ];
    expect(await imported("customers", csv(columns, ...file("01067", "035112345")))).toMatchObject({
      counts: { created: 2 },
    });
    const done = await imported("customers", csv(columns, ...file("1067", "35112345")), {
      options: { overwrite: true },
    });
    expect(done.counts).toEqual({ created: 0, changed: 0, same: 1, refused: 1 });
    const why = (here: string) => expect.stringContaining(`It is ${here} here: a spreadsheet has removed the zeros.`);
    expect((await rowsOf(done.id))[0]!.problems).toEqual([
      { column: "phone", text: "35112345", why: why("035112345") },
      { column: "postal code", text: "1067", why: why("01067") },
    ]);
    const chome = (line1: string) =>
      csv(columns.slice(0, 2).concat("address 1", "city"), ["ken@example.com", "Ken", line1, "Chiyoda"]);
    await imported("customers", chome("1-2-3"));
    const taken = await imported("customers", chome("2001/2/3"), { options: { overwrite: true } });
    expect((await rowsOf(taken.id))[0]!.problems).toMatchObject([{ column: "address 1", text: "2001/2/3" }]);
    // A postal code beside such a number was changed, and so was a telephone number without its plus sign.
    const boston = ([zip, line2, phone, note]: readonly string[]) =>
      csv(
        ["email", "name", "address 1", "city", "postal code", "address 2", "phone", "note"],
        ...[["ann@example.com", "Ann", "Park St", "Boston", zip!, line2!, phone!, note!]],
      );
    await imported("customers", boston(["02108", "3E4", "+16175551234", "9-12"]));
    const both = await imported("customers", boston(["2108", "30000", "16175551234", "12-Sep"]));
    expect((await rowsOf(both.id))[0]?.problems).toMatchObject([
      { column: "phone", why: expect.stringContaining("a spreadsheet has removed the plus sign") },
      { column: "note", text: "12-Sep", why: expect.stringContaining("If it is meant, change it here.") },
      { column: "postal code", text: "2108" },
      { column: "address 2", text: "30000" },
    ]);
    const numbers = csv(
      columns,
      ...file("67.0", "035112345")
        .slice(0, 1)
        .map((row) => row.with(5, "1067.0")),
    );
    const made = await imported("customers", numbers, { options: { overwrite: true } });
    expect((await rowsOf(made.id))[0]!.problems).toMatchObject([{ column: "postal code", text: "1067.0" }]);
    const zip = { Email: email, "First Name": "Ida", "Default Address Address1": "Am Zwinger 1" };
    const foreign = { ...zip, "Default Address City": "Dresden", "Default Address Country Code": "DE" };
    const columnsThere = ["Last Name", ...Object.keys(foreign), "Default Address Zip"];
    const there = await imported("customers", csv(columnsThere, ["", ...Object.values(foreign), "1067"]));
    expect(there).toMatchObject({ layout: "shopify", counts: { refused: 1 } });
  });
});
