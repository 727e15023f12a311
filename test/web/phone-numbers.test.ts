import { describe, expect, it } from "vitest";
import { phone as phoneField } from "#core/contract/kit/fields";
import { inFull } from "../../web/ui/forms/phone-numbers.ts";

describe("a phone number as people write it", () => {
  // The store only accepts numbers with their country code. Customers on the phone give ten digits, and clerks type
  // those.
  it.each([
    ["98310 55555", "IN", "+919831055555"],
    ["098310-55555", "IN", "+919831055555"],
    ["98310 55555", " in ", "+919831055555"],
    ["(0) 30 901820", "DE", "+4930901820"],
    ["(212) 555-0123", "US", "+12125550123"],
    ["00 91 98310 55555", "DE", "+919831055555"],
    ["+91 98310 55555", "US", "+919831055555"],
    ["+919831055555", "", "+919831055555"],
  ])("%s in %s is %s", (text, country, full) => {
    expect(inFull(text, country)).toBe(full);
    expect(phoneField.safeParse(full).success).toBe(true);
  });

  // A guessed number would ring at a stranger's: the form asks instead.
  it.each([
    ["98310 55555", ""],
    ["98310 55555", "XX"],
    ["98310", "IN"],
    ["98310 55555 ext. 12", "IN"],
    ["ask her", "IN"],
    ["", "IN"],
  ])("%s in %s is not a number", (text, country) => {
    expect(inFull(text, country)).toBe(null);
  });
});
