/** Customs: without documents a parcel is stopped, and staff should not be asked for documents that nobody wants. */
import { describe, expect, it } from "vitest";
import { shipmentOf as easypostShipment } from "#core/shipping/carriers/easypost/shipment";
import { shipmentOf as fedexShipment } from "#core/shipping/carriers/fedex/shipment";
import { missingFrom } from "#core/shipping/carriers/needs";
import { sendcloud } from "#core/shipping/carriers/sendcloud/sendcloud";
import { shipmentOf as shipstationShipment } from "#core/shipping/carriers/shipstation/answers";
import { asksToShip, toIn } from "./asked.ts";

const easypostGiven = { apiKey: "EZTK0123456789abcdef", labelFormat: "PDF" } as const;
const fedexGiven = {
  clientId: "l7",
  clientSecret: "fedex secret",
  accountNumber: "740561073",
  pickup: "USE_SCHEDULED_PICKUP",
  labelFormat: "PDF",
  server: "sandbox",
} as const;

describe("customs", () => {
  const uncoded = asksToShip("NL", null).items.map(({ hsCode: _, originCountry: __, ...item }) => item);
  const party = (place: string) => {
    const [country = "", ...postalCode] = place.split(" ");
    return { ...toIn("NL"), address: { ...toIn("NL").address, country, postalCode: postalCode.join(" ") } };
  };
  it.each([
    ["NL 5611 EM", "DE 10115", false],
    ["NL 5611 EM", "ES 28001", false],
    ["NL 5611 EM", "ES 35001", true],
    ["NL 5611 EM", "CH 8001", true],
    ["NL 5611 EM", "GB SW1A 1AA", true],
    // Parts of a country can be outside its customs or VAT territory.
    ["ES 28001", "ES 08001", false],
    ["ES 28001", "ES 35001", true],
    ["ES 35001", "ES 38001", false],
    ["ES 51001", "ES 52001", true],
    ["FI 00100", "FI 22100", true],
    ["AX 22100", "FI 22100", false],
    ["IT 20121", "IT 23041", true],
    ["IT 20121", "IT 22061", true],
    ["IT 20121", "IT 23030", false],
    ["DE 10115", "DE 27498", true],
    ["CH 8001", "DE 78266", false],
    ["GR 10431", "GR 63086", true],
    ["FR 75001", "FR 97400", true],
    ["FR 75001", "MC 98000", false],
    ["RE 97400", "FR 97400", false],
    ["GB SW1A 1AA", "GB je2 3ab", true],
    ["GB SW1A 1AA", "IM IM1 1AA", false],
    ["CH 8001", "LI 9490", false],
    // Goods reach Northern Ireland from the European Union and from Great Britain alike, but not one through the other.
    ["IE D02 AF30", "GB BT1 1AA", false],
    ["GB bt1 1aa", "DE 10115", false],
    ["GB SW1A 1AA", "GB BT1 1AA", false],
    ["GB BT1 1AA", "IM IM1 1AA", false],
    ["GB B1 1AA", "DE 10115", true],
    ["ES 35001", "GB BT1 1AA", true],
    ["US 90210", "GB BT1 1AA", true],
    // USPS wants a declaration for the forces abroad and for the Pacific, whose addresses are of the United States.
    ["US 90210", "US 09012", true],
    ["US 90210", "US 34002", true],
    ["US 90210", "US 34102", false],
    ["US 90210", "US 96201-1234", true],
    ["US 90210", "US 96619", true],
    ["US 90210", "US 96701", false],
    ["US 90210", "US 96799", true],
    ["US 90210", "US 96910", true],
    ["US 90210", "US 96950", true],
    ["US 96910", "US 96952", true],
    ["US 96910", "GU 96910", false],
    ["AE 00000", "US 09012", true],
    // Not for these, which couriers take as countries, and then want one.
    ["US 90210", "US 00901", false],
    ["US 90210", "US 00801", false],
    ["US 90210", "PR 00901", true],
    // USPS wants a declaration of what comes from the Virgin Islands, though not of what goes there.
    ["US 00801", "US 90210", true],
    ["US 00820", "US 00901", true],
    ["US 00801", "US 00851", false],
    ["US 00801", "VI 00820", false],
    ["VI 00801", "US 00820", false],
    ["US 00801", "CA K1A 0B1", true],
    ["US 00901", "US 90210", false],
  ])("is passed from %s to %s: %s", (from, to, passes) => {
    const asked = { ...asksToShip("NL", null, { items: uncoded }), from: party(from), to: party(to) };
    const lacks = missingFrom(sendcloud.needs, asked).map((one) => one.lacks);
    expect(lacks.includes("hsCode")).toBe(passes);
    expect("customs_info" in easypostShipment(easypostGiven, asked)).toBe(passes);
  });

  it("is also declared by carriers that declare everything between two countries", () => {
    const asked = { ...asksToShip("NL", null), from: party("ES 28001"), to: party("ES 35001") };
    expect(fedexShipment(fedexGiven, asked, null, "")).toHaveProperty("customsClearanceDetail");
    expect(shipstationShipment(asked)).toHaveProperty("customs");
    const home = { ...asked, to: party("ES 08001") };
    expect(fedexShipment(fedexGiven, home, null, "")).not.toHaveProperty("customsClearanceDetail");
    expect(shipstationShipment(home)).not.toHaveProperty("customs");
  });
});
