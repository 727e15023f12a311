/** A fake of Shippo's API: failed purchases are answered with 201 too. */
import { type Asked, aFake, type Reply } from "../../provider/fakes/server.ts";
import type { CarrierFake } from "../suite.ts";

export const shippoToken = "shippo_test_0123456789abcdef";

interface Bought {
  readonly id: string;
  readonly rate: string;
  readonly metadata: string;
  readonly format: string;
  status: string;
}

const usual = { token: shippoToken, noRates: false, status: "SUCCESS", refund: "PENDING" };

export interface ShippoFake extends CarrierFake {
  readonly bought: Bought[];
  readonly history: object[];
  readonly set: (how: Partial<typeof usual>) => void;
}

const time = "2026-11-20T10:00:01.000Z";
const rate = (id: string, provider: string, token: string, name: string, amount: string, estimated_days: number) => ({
  object_id: id,
  object_created: time,
  amount,
  currency: "USD",
  amount_local: amount,
  currency_local: "USD",
  provider,
  servicelevel: { token, name, terms: "" },
  estimated_days,
  attributes: [],
  carrier_account: "ca1",
  messages: [],
  test: true,
});
const rates = [
  rate("r1", "USPS", "usps_priority", "Priority Mail", "5.50", 2),
  rate("r2", "UPS", "ups_ground", "Ground", "12.1", 4),
];

export async function shippoFake(): Promise<ShippoFake> {
  const bought: Bought[] = [];
  const history: object[] = [];
  const now = { ...usual };

  const shown = ({ id, rate: of, metadata, format, status }: Bought) => {
    const isBought = status !== "ERROR" && status !== "QUEUED";
    return {
      object_id: id,
      object_state: "VALID",
      object_created: time,
      object_updated: time,
      status,
      rate: of,
      metadata,
      label_file_type: format,
      ...(isBought && {
        label_url: `https://labels.example/${id}.pdf`,
        tracking_url_provider: `https://usps.example/${id}`,
      }),
      tracking_number: isBought ? `9499907${id}` : "",
      messages: status === "ERROR" ? [{ source: "USPS", code: "", text: "The sender address is not valid." }] : [],
      test: true,
    };
  };

  const answer = ({ method, path, query, headers, body }: Asked): Reply => {
    if (headers["authorization"] !== `ShippoToken ${now.token}`)
      return { status: 401, json: { detail: "Invalid token." } };
    const [, family, id] = path.split("/");
    const json = body === "" ? {} : JSON.parse(body);
    if (family === "shipments") {
      const messages = now.noRates ? [{ source: "USPS", text: "It does not go there." }] : [];
      return {
        status: 201,
        json: { object_id: "s1", status: "SUCCESS", messages, rates: now.noRates ? [] : rates, test: true },
      };
    }
    if (family === "customs") return { status: 201, json: { object_id: "cd1" } };
    if (family === "rates") return { status: 200, json: rates.find(({ object_id }) => object_id === id) };
    if (family === "tracks") {
      const isThere = bought.some((one) => path.endsWith(shown(one).tracking_number));
      if (!isThere) return { status: 404, text: "<h1>Not found</h1>", headers: { "content-type": "text/html" } };
      const tracking_history =
        history.length > 0 ? history : [{ status: "PRE_TRANSIT", status_details: "Label made", status_date: time }];
      return { status: 200, json: { carrier: "usps", tracking_number: id, tracking_history } };
    }
    const one = bought.find((any) => any.id === (id ?? json.transaction));
    if (family === "refunds") {
      if (!one) return { status: 404, json: { detail: "Not found." } };
      if (one.status !== "SUCCESS") return { status: 400, json: { detail: "A refund has been requested." } };
      if (now.refund !== "ERROR") one.status = now.refund === "SUCCESS" ? "REFUNDED" : "REFUNDPENDING";
      return { status: 201, json: { object_id: "rf1", status: now.refund, transaction: one.id, test: true } };
    }
    if (method === "POST") {
      const made = {
        id: `t${bought.length + 1}`,
        rate: json.rate,
        metadata: json.metadata,
        format: json.label_file_type,
        status: now.status,
      };
      bought.push(made);
      return { status: 201, json: shown(made) };
    }
    if (id !== undefined)
      return one ? { status: 200, json: shown(one) } : { status: 404, json: { detail: "Not found." } };
    const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("results") ?? 25)];
    const found = bought.toReversed().slice((page - 1) * size, page * size);
    return { status: 200, json: { next: null, previous: null, results: found.map(shown) } };
  };

  const fake = await aFake({ answer, refusal: (status, detail) => ({ status, json: { detail } }) });
  const isRefunded = ({ status }: Bought) => status.startsWith("REFUND");
  return {
    ...fake,
    bought,
    history,
    labels: () => bought.filter(({ status }) => status === "SUCCESS").length,
    voided: () => bought.filter(isRefunded).length,
    set: (how) => void Object.assign(now, how),
  };
}
