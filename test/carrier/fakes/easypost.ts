/** A fake of EasyPost's API: a shipment is made with rates, then one of them is bought; lists show what was bought. */
import { type Asked, aFake, basicIn, type Reply } from "../../provider/fakes/server.ts";
import type { CarrierFake } from "../suite.ts";

export const easypostKey = "EZTK0123456789abcdef";

interface Shipment {
  readonly id: string;
  readonly said: Readonly<Record<string, unknown>>;
  service: string | null;
  refund: string | null;
}

interface Detail {
  readonly datetime: string;
  readonly status: string;
  readonly message: string;
  readonly city: string | null;
}

export interface EasyPostFake extends CarrierFake {
  readonly shipments: Shipment[];
  readonly scans: Detail[];
  readonly set: (how: Partial<typeof usual>) => void;
}

const usual = {
  key: easypostKey,
  noRates: false,
  buyError: null as string | null,
  refund: "submitted",
  buyStatus: 422,
};

const error = (status: number, code: string, message: string): Reply => ({
  status,
  json: { error: { code, message, errors: [] } },
});
const time = "2026-11-20T10:00:00Z";
const rates = [
  ["rate_1", "USPS", "GroundAdvantage", "5.93000", 3],
  ["rate_2", "UPSDAP", "2ndDayAir", "22.40", 2],
] as const;

export async function easypostFake(): Promise<EasyPostFake> {
  const shipments: Shipment[] = [];
  const scans: Detail[] = [];
  const now = { ...usual };

  const shownRate = (id: string, [rate, carrier, service, price, days]: (typeof rates)[number]) => ({
    id: rate,
    object: "Rate",
    created_at: time,
    updated_at: time,
    mode: "test",
    service,
    carrier,
    rate: price,
    currency: "USD",
    retail_rate: price,
    retail_currency: "USD",
    list_rate: price,
    list_currency: "USD",
    billing_type: "easypost",
    delivery_days: days,
    delivery_date: null,
    delivery_date_guaranteed: false,
    est_delivery_days: days,
    shipment_id: id,
    carrier_account_id: "ca_1",
  });
  const numberOf = ({ id }: Shipment) => `94001001103680${id.slice(4)}`;
  const shown = (shipment: Shipment) => {
    const { id, said, service, refund } = shipment;
    const bought = rates.find(([rate]) => rate === service);
    const { label_format: format = "PNG" } = (said["options"] ?? {}) as { label_format?: string };
    return {
      id,
      object: "Shipment",
      created_at: time,
      updated_at: time,
      mode: "test",
      is_return: false,
      messages: now.noRates ? [{ carrier: "USPS", type: "rate_error", message: "Unable to retrieve rates." }] : [],
      options: said["options"],
      reference: said["reference"],
      status: "unknown",
      refund_status: refund,
      rates: now.noRates ? [] : rates.map((rate) => shownRate(id, rate)),
      fees: [],
      forms: [],
      ...(bought && {
        tracking_code: numberOf(shipment),
        selected_rate: shownRate(id, bought),
        postage_label: {
          id: "pl_1",
          object: "PostageLabel",
          label_file_type: { PDF: "application/pdf", ZPL: "application/zpl" }[format] ?? "image/png",
          label_url: `https://easypost-files.example/${id}.${format.toLowerCase()}`,
          label_pdf_url: null,
        },
        tracker: {
          id: "trk_1",
          object: "Tracker",
          mode: "test",
          tracking_code: numberOf(shipment),
          status: scans.at(-1)?.status ?? "unknown",
          status_detail: "unknown",
          created_at: time,
          updated_at: time,
          shipment_id: id,
          carrier: "USPS",
          tracking_details: scans.map(({ city, ...detail }) => ({ ...detail, tracking_location: { city } })),
          fees: [],
          public_url: `https://track.easypost.com/${id}`,
        },
      }),
    };
  };

  const answer = (asked: Asked): Reply => {
    const { method, path, query, body } = asked;
    if (basicIn(asked) !== `${now.key}:`) return error(401, "APIKEY.INACTIVE", "This api key is no longer active.");
    const [, , , id, what] = path.split("/");
    if (id === undefined && method === "GET") {
      const bought = shipments.filter(({ service }) => service !== null).toReversed();
      const from = bought.findIndex((one) => one.id === query.get("before_id")) + 1;
      const page = bought.slice(from, from + Number(query.get("page_size") ?? 20));
      return { status: 200, json: { shipments: page.map(shown), has_more: bought.length > from + page.length } };
    }
    if (id === undefined) {
      const made = { id: `shp_${shipments.length + 1}`, said: JSON.parse(body).shipment, service: null, refund: null };
      shipments.push(made);
      return { status: 201, json: shown(made) };
    }
    const shipment = shipments.find((one) => one.id === id);
    if (!shipment) return error(404, "NOT_FOUND", "The requested resource could not be found.");
    if (what === "buy") {
      if (shipment.service !== null)
        return error(422, "SHIPMENT.POSTAGE.EXISTS", "Postage already exists for this shipment.");
      if (now.buyError) return error(now.buyStatus, now.buyError, "The purchase has failed.");
      shipment.service = JSON.parse(body).rate.id;
    }
    if (what === "refund") {
      if (shipment.refund === "submitted")
        return error(422, "SHIPMENT.REFUND.UNAVAILABLE", "A refund has been requested.");
      shipment.refund = now.refund;
    }
    if (what === "label") {
      const format = query.get("file_format");
      const made = shown(shipment);
      const address = `https://easypost-files.example/${id}.${format?.toLowerCase()}`;
      const kind = format === "PDF" ? { label_pdf_url: address } : format === "ZPL" ? { label_zpl_url: address } : {};
      return { status: 200, json: { ...made, postage_label: { ...made.postage_label, ...kind } } };
    }
    return { status: 200, json: shown(shipment) };
  };

  const fake = await aFake({
    answer,
    refusal: (status, words) => error(status, status === 429 ? "RATE_LIMITED" : "SERVER.ERROR", words),
  });
  const isVoid = ({ refund }: Shipment) => refund !== null && refund !== "rejected";
  return {
    ...fake,
    shipments,
    scans,
    labels: () => shipments.filter((one) => one.service !== null && !isVoid(one)).length,
    voided: () => shipments.filter(isVoid).length,
    set: (how) => void Object.assign(now, how),
  };
}
