/** A label that is still being made puts off its own request: the settings and the doctor show no failing carrier. */
import { expect, it } from "vitest";
import type { Settings } from "#core/provider/settings";
import type { Carrier } from "#core/shipping/carriers/carrier";
import { easyship } from "#core/shipping/carriers/easyship/easyship";
import { nimbuspost } from "#core/shipping/carriers/nimbuspost/nimbuspost";
import { shippit } from "#core/shipping/carriers/shippit/shippit";
import { shiprocket } from "#core/shipping/carriers/shiprocket/shiprocket";
import { outcomeOfAnswers } from "./answered.ts";
import { bookingOf } from "./asked.ts";

const cases: readonly (readonly [Carrier, Settings, object[]])[] = [
  [
    shiprocket,
    { email: "api@example.com", password: "pass word" },
    [{ token: "lent" }, { label_created: 0, response: "Label is being made" }],
  ],
  [
    nimbuspost,
    { generation: "v2", apiKey: "api key", apiSecret: "api secret" },
    [{ success: true, data: { order_status: "booked", shipment: { label_url: null } } }],
  ],
  [shippit, { apiSecret: "shippit secret" }, [{ status: 422, json: { error: "label_failed_still_generating" } }]],
  [
    easyship,
    { token: "sand_x", itemCategory: "fashion", labelFormat: "pdf" },
    [{ shipment: { easyship_shipment_id: "ESSG1", shipping_documents: [] } }],
  ],
];

it.each(cases)("of $label", async (carrier, given, answers) => {
  const booking = bookingOf("15", "321", "IN");
  const outcome = await outcomeOfAnswers(
    (http, server) => carrier.askLabel!(http, { ...given, server }, booking),
    ...answers,
  );
  expect(outcome).toMatchObject({ is: "later", afterSeconds: null, onlyThis: true });
});
