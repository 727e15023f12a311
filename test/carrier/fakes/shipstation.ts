/** A fake of ShipStation's API: 200 for a void that was not approved, and a reference can be used once. */
import { type Asked, aFake, type Reply } from "../../provider/fakes/server.ts";
import type { CarrierFake } from "../suite.ts";

export const shipstationKey = "TEST_0123456789abcdef";

interface Label {
  readonly id: string;
  readonly reference: string;
  readonly said: Readonly<Record<string, unknown>>;
  status: "completed" | "processing" | "voided";
}

const usual = {
  key: shipstationKey,
  serves: true,
  status: "completed" as Label["status"],
  pickedUp: false,
  funds: true,
  /** The address of its customs documents. */
  customsDocuments: null as string | null,
};

export interface ShipStationFake extends CarrierFake {
  readonly bought: Label[];
  readonly events: object[];
  readonly keys: object[];
  readonly set: (how: Partial<typeof usual>) => void;
}

const error = (status: number, error_code: string, message: string): Reply => ({
  status,
  json: {
    request_id: "aa3d8e8e-462b-4476-9618-72db7f7b7009",
    errors: [{ error_source: "shipengine", error_type: "business_rules", error_code, message }],
  },
});
const usd = (amount: number) => ({ currency: "usd", amount });

export async function shipstationFake(): Promise<ShipStationFake> {
  const bought: Label[] = [];
  const events: object[] = [];
  const keys: object[] = [];
  const now = { ...usual };

  /** Every field in its description, whether read or not. */
  const shown = ({ id, reference, status, said }: Label) => ({
    label_id: id,
    status,
    shipment_id: `${id}0`,
    external_order_id: null,
    ship_date: "2026-11-20T00:00:00Z",
    created_at: "2026-11-20T10:00:00Z",
    insurance_cost: usd(0),
    is_international: false,
    batch_id: "se-7",
    carrier_id: "se-1",
    service_code: "usps_priority_mail",
    voided: status === "voided",
    label_image_id: null,
    label_format: "pdf",
    label_layout: "4x6",
    trackable: true,
    tracking_status: "unknown",
    form_download: now.customsDocuments && { href: now.customsDocuments },
    qr_code_download: null,
    paperless_download: null,
    insurance_claim: null,
    packages: [],
    is_return_label: false,
    rma_number: null,
    charge_event: "carrier_default",
    package_code: "package",
    display_scheme: "label",
    ship_to: said["ship_to"],
    external_shipment_id: reference,
    tracking_number: `9400${id.slice(3)}`,
    tracking_url: `https://track.example/${id}`,
    carrier_code: "stamps_com",
    shipment_cost: usd(5.93),
    label_download: { pdf: `https://labels.example/${id}.pdf`, href: `https://labels.example/${id}.pdf` },
  });

  const answer = ({ method, path, headers, body }: Asked): Reply => {
    if (path === "/jwks") return { status: 200, json: { keys } };
    if (headers["api-key"] !== now.key) return error(401, "unauthorized", "The API key is invalid.");
    const [, , family, id, what] = path.split("/");
    const json = body === "" ? {} : JSON.parse(body);
    if (family === "carriers") {
      return {
        status: 200,
        json: { carriers: [{ carrier_id: "se-1" }], request_id: "aa3d8e8e-462b-4476-9618-72db7f7b7009", errors: [] },
      };
    }
    if (family === "rates") {
      const rate = {
        rate_id: "se-9",
        rate_type: "shipment",
        carrier_id: "se-1",
        shipping_amount: usd(5.93),
        insurance_amount: usd(0),
        confirmation_amount: usd(0),
        other_amount: usd(0.5),
        zone: 5,
        package_type: "package",
        delivery_days: 2,
        guaranteed_service: false,
        negotiated_rate: false,
        service_type: "Priority Mail",
        service_code: "usps_priority_mail",
        trackable: true,
        carrier_code: "stamps_com",
        carrier_nickname: "USPS",
        carrier_friendly_name: "USPS",
        validation_status: "valid",
        warning_messages: [],
        error_messages: [],
      };
      const no = {
        error_source: "carrier",
        error_type: "business_rules",
        error_code: "unspecified",
        message: "Nobody goes there.",
      };
      return {
        status: 200,
        json: { rate_response: { rates: now.serves ? [rate] : [], errors: now.serves ? [] : [no] } },
      };
    }
    if (id === undefined) {
      const said = json.shipment;
      if (!now.serves) return error(400, "invalid_address", "The address is not deliverable.");
      if (!now.funds) return error(400, "insufficient_funds", "There is no money.");
      if (bought.some(({ reference }) => reference === said.external_shipment_id)) {
        return error(409, "identifier_conflict", "external_shipment_id is used already.");
      }
      const made: Label = {
        id: `se-5${bought.length + 1}`,
        reference: said.external_shipment_id,
        said,
        status: now.status,
      };
      bought.push(made);
      return { status: 200, json: shown(made) };
    }
    const label = bought.find((one) => one.id === id || one.reference === what);
    if (!label) return error(404, "invalid_identifier", "There is no such label.");
    if (what === "void" && method === "PUT") {
      if (now.pickedUp)
        return {
          status: 200,
          json: { approved: false, message: "The label has been used.", reason_code: "label_already_used" },
        };
      if (label.status === "voided") {
        return {
          status: 200,
          json: { approved: false, message: "It is voided.", reason_code: "label_already_voided" },
        };
      }
      label.status = "voided";
      return { status: 200, json: { approved: true, message: "This label has been voided." } };
    }
    if (what === "track") {
      return {
        status: 200,
        json: {
          tracking_number: shown(label).tracking_number,
          status_code: "NY",
          carrier_status_code: "NY",
          status_description: "Not yet",
          events,
        },
      };
    }
    return { status: 200, json: shown(label) };
  };

  const fake = await aFake({
    answer,
    refusal: (status, words) => error(status, status === 429 ? "rate_limit_exceeded" : "unspecified", words),
  });
  return {
    ...fake,
    bought,
    events,
    keys,
    labels: () => bought.filter(({ status }) => status === "completed").length,
    voided: () => bought.filter(({ status }) => status === "voided").length,
    set: (how) => void Object.assign(now, how),
  };
}
