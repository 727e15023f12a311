/** A fake of Easyship's API: 201 even for shipments without a label. */
import { type Asked, aFake, type Reply } from "../../provider/fakes/server.ts";
import type { CarrierFake } from "../suite.ts";

export const easyshipToken = "sand_0123456789abcdef";

interface Shipment {
  readonly id: string;
  readonly said: Readonly<Record<string, unknown>>;
  label: string;
  shipment: string;
  delivery: string;
}

const usual = {
  token: easyshipToken,
  serves: true,
  label: "generated",
  pickedUp: false,
  invoice: false,
  invoicePages: 1,
};

export interface EasyshipFake extends CarrierFake {
  readonly shipments: Shipment[];
  readonly set: (how: Partial<typeof usual>) => void;
}

const error = (status: number, code: string, message: string): Reply => ({
  status,
  json: { error: { code, details: [], links: [], message, request_id: "r1", type: "invalid_request_error" } },
});
const invoicePage = Buffer.from("%PDF- invoice").toString("base64");
const invoice = {
  ...{ category: "commercial_invoice", required: true, format: "pdf", page_size: "A4" },
};
const courier_service = {
  id: "cs1",
  courier_id: "c1",
  name: "Express",
  umbrella_name: "DHL Express",
  easyship_courier_service: true,
};
const rates = [{ courier_service, total_charge: 12, currency: "USD", min_delivery_time: 1, max_delivery_time: 3 }];

export async function easyshipFake(): Promise<EasyshipFake> {
  const shipments: Shipment[] = [];
  const now = { ...usual };

  const shown = ({ id, said, label, shipment, delivery }: Shipment) => {
    const isMade = label === "generated";
    return {
      easyship_shipment_id: id,
      created_at: "2026-11-20T10:00:00Z",
      updated_at: "2026-11-21T09:00:00Z",
      order_data: said["order_data"],
      last_failure_http_response_messages:
        label === "failed" ? [{ code: "x", content: "The address is not valid." }] : [],
      shipment_state: shipment,
      delivery_state: delivery,
      label_state: label,
      trackings: isMade
        ? [{ tracking_number: `DHL${id}`, leg_number: 1, handler: "dhl", tracking_state: "active" }]
        : [],
      tracking_page_url: `https://track.example/${id}`,
      shipping_documents: isMade
        ? [
            {
              category: "label",
              required: true,
              format: "pdf",
              page_size: "4x6",
              base64_encoded_strings: [Buffer.from("%PDF-1.4").toString("base64")],
            },
            ...(now.invoice ? [{ ...invoice, base64_encoded_strings: Array(now.invoicePages).fill(invoicePage) }] : []),
          ]
        : [],
      currency: "USD",
      courier_service,
      rates,
      return: false,
    };
  };
  const meta = { request_id: "r1" };

  const answer = ({ method, path, query, headers, body }: Asked): Reply => {
    if (headers["authorization"] !== `Bearer ${now.token}`)
      return error(401, "invalid_token", "The token is not valid.");
    const [, , family, id, what] = path.split("/");
    const noWay = error(422, "invalid_content", "No shipping solutions available.");
    if (family === "rates") return now.serves ? { status: 200, json: { rates, meta } } : noWay;
    if (id === undefined && method === "POST") {
      if (!now.serves) return noWay;
      const made = {
        id: `ESSG1000${shipments.length + 1}`,
        said: JSON.parse(body),
        label: now.label,
        shipment: "created",
        delivery: "pending",
      };
      shipments.push(made);
      return { status: 201, json: { shipment: shown(made), meta } };
    }
    if (id === undefined) {
      const wanted = query.get("platform_order_number");
      const found = shipments.map(shown).filter(({ order_data }) => {
        return (order_data as { platform_order_number: string }).platform_order_number === wanted;
      });
      return { status: 200, json: { shipments: found, meta } };
    }
    const one = shipments.find((any) => any.id === id);
    if (!one) return error(404, "resource_not_found", "There is no such shipment.");
    if (what === "cancel") {
      if (now.pickedUp) return error(422, "invalid_content", "It is in transit already.");
      if (one.shipment === "cancelled") return error(422, "invalid_content", "It is cancelled already.");
      Object.assign(one, { shipment: "cancelled", label: "voided" });
      return { status: 200, json: { shipment: { ...shown(one), trackings: [], shipping_documents: [] }, meta } };
    }
    const { shipping_documents, ...read } = shown(one);
    // Only those that are asked for.
    const named = shipping_documents.filter(({ category }) => query.has(category));
    return { status: 200, json: { shipment: { ...read, shipping_documents: named }, meta } };
  };

  const fake = await aFake({ answer, refusal: (status, words) => error(status, "api_error", words) });
  return {
    ...fake,
    shipments,
    labels: () => shipments.filter(({ label }) => label === "generated").length,
    voided: () => shipments.filter(({ label }) => label === "voided").length,
    set: (how) => void Object.assign(now, how),
  };
}
