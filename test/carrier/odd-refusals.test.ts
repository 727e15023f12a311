/** The reason of a refusal is read whatever the other fields contain: without it, staff do not know what to change. */
import { expect, it } from "vitest";
import type { Settings } from "#core/provider/settings";
import { type CarrierCode, carrierOf } from "#core/shipping/carriers/index";
import { outcomeOfAnswers } from "./answered.ts";
import { asksToShip } from "./asked.ts";

interface Refused {
  readonly code: CarrierCode;
  readonly given: Settings;
  readonly country: string;
  readonly service?: string;
  /** The answers before the refusal. */
  readonly before?: readonly object[];
  readonly refusal: object;
}

const reason = "The weight is too high.";
const lent = { access_token: "lent", expires_in: 3_600 };
const shiprocket = {
  ...({ code: "shiprocket", country: "IN", before: [{ token: "lent" }] } as const),
  given: { email: "a@example.com", password: "pass word" },
};
const nimbuspost = {
  ...({ code: "nimbuspost", country: "IN" } as const),
  given: { generation: "v2", apiKey: "api key", apiSecret: "secret" },
};
const cases: readonly Refused[] = [
  { ...shiprocket, refusal: { errors: [reason] } },
  { ...shiprocket, refusal: { message: reason, errors: "Bad request" } },
  { ...nimbuspost, refusal: { success: false, error: reason } },
  { ...nimbuspost, refusal: { success: false, message: [reason], error: null } },
  {
    ...{ code: "indiapost", country: "IN", given: { customerId: "1000012345", password: "pass word" } },
    ...{ before: [{ success: true, data: lent }], refusal: { message: reason, error: { status: 400 } } },
  },
  {
    ...{ code: "fedex", country: "US", service: "FEDEX_GROUND", before: [lent] },
    given: { clientId: "id", clientSecret: "secret", accountNumber: "740561073" },
    refusal: { errors: [null, { code: "WEIGHT.INVALID", message: reason }, { code: {}, message: 7 }] },
  },
  {
    ...{ code: "easyship", country: "US" },
    given: { token: "sand_x", itemCategory: "fashion", labelFormat: "pdf" },
    refusal: { error: { code: 422, message: reason, details: "weight" } },
  },
  {
    ...{ code: "easyship", country: "US" },
    given: { token: "sand_x", itemCategory: "fashion", labelFormat: "pdf" },
    refusal: { error: { code: "invalid_content", message: "It is not valid.", details: [{}, reason] } },
  },
  {
    ...{ code: "sendcloud", country: "NL" },
    given: { publicKey: "public", secretKey: "secret key", labelFormat: "pdf" },
    refusal: { errors: [{ status: 400, code: 7, detail: reason, source: "body" }] },
  },
  {
    ...{ code: "shipstation", country: "US", service: "se-1/usps", given: { apiKey: "TEST_abc", labelFormat: "pdf" } },
    refusal: { errors: [{ error_code: 7, message: reason, field_name: [] }] },
  },
  {
    ...{ code: "easypost", country: "US", given: { apiKey: "EZTKabc", labelFormat: "PDF" } },
    refusal: { error: { code: 7, message: reason, errors: "weight" } },
  },
  ...[[null, reason], [{ field: "parcel.weight", message: reason }], [{ field: null, message: reason }]].map(
    (errors): Refused => ({
      ...{ code: "easypost", country: "US", given: { apiKey: "EZTKabc", labelFormat: "PDF" } },
      refusal: { error: { code: "PARAMETER.INVALID", message: "It is not valid.", errors } },
    }),
  ),
];

it.each(cases)("of $code: $refusal", async ({ code, given, country, service = "1", before = [], refusal }) => {
  const carrier = await carrierOf(code);
  const asked = asksToShip(country, service, { pickupPlace: "Main", trackingNumber: "ET214330016IN" });
  const outcome = await outcomeOfAnswers(
    (http, server) => carrier.book!.ask(http, { ...given, server }, asked),
    ...[...before, { status: 400, json: refusal }],
  );
  expect(outcome).toMatchObject({ is: "refused", says: expect.stringContaining(reason) });
});
