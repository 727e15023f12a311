import { describe, expect, it } from "vitest";
import * as order from "#core/contract/order";
import * as vendor from "#core/contract/vendor";
import { call } from "../support/call.ts";
import { anOrder } from "../support/given/orders.ts";

describe("single-line text", () => {
  // A line break in a name is an injected header in a mail, and a broken row in a CSV file.
  it.each(["A\nB", "A\r\nB", "A\tB", "A\u001b[31mB", "A\u2028B"])("refuses %j", async (name) => {
    expect(await call(vendor.create, { name })).toMatchObject({
      status: 400,
      body: { error: { detail: { issues: [{ path: "name" }] } } },
    });
  });

  it("loses the line break that was copied with it, and keeps every letter", async () => {
    expect((await call(vendor.create, { name: " Świętosława 🧵 ทอผ้า\n" })).body.name).toBe("Świętosława 🧵 ทอผ้า");
  });

  it("does not include notes, which keep their lines", async () => {
    const { id } = await anOrder();
    expect(await call(order.addNote, { id, text: "Rang twice.\nNobody there." })).toMatchObject({ status: 201 });
    const { body } = await call(order.timeline, { id });
    expect(JSON.stringify(body.items)).toContain("Rang twice.\\nNobody there.");
  });
});

describe("an email address", () => {
  it("may have the spaces it was copied with", async () => {
    const { status, body } = await call(vendor.create, { name: "Weaver", email: " Asha@Example.com\n" });
    expect({ status, email: body.email }).toEqual({ status: 201, email: "asha@example.com" });
    expect(await call(vendor.create, { name: "Weaver", email: "asha@" })).toMatchObject({ status: 400 });
  });

  // What a browser sends for asha@उदाहरण.भारत. Nobody with such an address could order.
  it("may have a domain in another script, as it is sent", async () => {
    const email = "asha@xn--p1b6ci4b4b3a.xn--h2brj9c";
    expect(await call(vendor.create, { name: "Weaver", email })).toMatchObject({ status: 201, body: { email } });
    for (const wrong of ["asha@example.xn--", "asha@example.xn--h2-", "asha@example.c0m", "asha@उदाहरण.भारत"]) {
      expect([wrong, (await call(vendor.create, { name: "Weaver", email: wrong })).status]).toEqual([wrong, 400]);
    }
  });
});
