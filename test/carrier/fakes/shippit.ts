/** A fake of Shippit's API: a label is made after a while, and orders cannot be looked up. */
import { type Asked, aFake, type Reply } from "../../provider/fakes/server.ts";
import type { CarrierFake } from "../suite.ts";

export const shippitSecret = "shippit-secret-0123456789";

interface Order {
  readonly number: string;
  readonly said: Readonly<Record<string, unknown>>;
  state: string;
}

const usual = {
  secret: shippitSecret,
  serves: true,
  hasLabel: true,
  /** Instead of the usual prices: of quotes, and of a booking. */
  prices: [9.95] as readonly (number | string)[],
  price: "9.95",
  /** Instead of the usual answer for a label. */
  label: null as Reply | null,
  /** Instead of the usual answer for tracking. */
  tracking: null as Reply | null,
  /** Instead of the usual answer for a pick-up. */
  pickup: null as object | null,
};

export interface ShippitFake extends CarrierFake {
  readonly orders: Order[];
  readonly track: object[];
  readonly set: (how: Partial<typeof usual>) => void;
}

const error = (status: number, code: string, error_description: string, more: object = {}): Reply => ({
  status,
  json: { error: code, error_description, ...more },
});

export async function shippitFake(): Promise<ShippitFake> {
  const orders: Order[] = [];
  const track: object[] = [];
  const pickups: string[] = [];
  const now = { ...usual };
  const shown = ({ number, state, said }: Order) => ({
    response: {
      id: 1,
      tracking_number: number,
      state,
      courier_name: null,
      courier_type: said["courier_type"],
      courier_job_id: null,
      price: now.price,
      tracking_url: `https://track.example/${number}`,
    },
  });

  const answer = ({ method, path, headers, body }: Asked): Reply => {
    if (headers["authorization"] !== `Bearer ${now.secret}`) return error(401, "unauthorized", "The secret is wrong.");
    const [, , , family, number, what] = path.split("/");
    const json = body === "" ? {} : JSON.parse(body);
    if (family === "quotes") {
      if (json.quote.dropoff_suburb === undefined) return error(400, "invalid_quote", "dropoff_suburb is missing");
      const quotes = now.prices.map((price) => ({ price, estimated_transit_time: "2 - 3 business days" }));
      const response = now.serves
        ? [
            { courier_type: "standard", success: true, quotes },
            { courier_type: "express", success: false, quotes: [] },
          ]
        : [{ courier_type: "standard", success: false }];
      return { status: 200, json: { response, count: response.length } };
    }
    if (family === "book") {
      const there = orders.filter((one) => json.orders.includes(one.number));
      if (there.length === 0) return error(404, "order_not_found", "There is no such order.");
      if (now.pickup) return { status: 200, json: now.pickup };
      pickups.push(...there.map((one) => one.number));
      const manifest = { courier: "eParcel Express", manifest: "ABC0000214", manifest_pdf: "" };
      return { status: 200, json: { response: [{ ...manifest, order_count: there.length, success: true }], count: 1 } };
    }
    if (number === undefined) {
      if (!now.serves) return error(422, "no_courier_available", "No courier goes there.");
      const made = { number: `PPu38Wz2TdoN${orders.length + 1}`, said: json.order, state: "processing" };
      orders.push(made);
      return { status: 200, json: shown(made) };
    }
    if (what === "tracking" && now.tracking) return now.tracking;
    const order = orders.find((one) => one.number === number);
    if (!order) return error(404, "order_not_found", "There is no such order.");
    if (what === "label") {
      if (now.label) return now.label;
      if (!now.hasLabel) return error(422, "label_not_ready", "The label is being made.");
      return {
        status: 200,
        json: { response: { qualified_url: `https://labels.example/${number}.pdf`, slug: number } },
      };
    }
    if (what === "tracking") return { status: 200, json: { response: { tracking_number: number, track } } };
    if (method === "DELETE") {
      if (order.state !== "processing") {
        const order_state = order.state;
        return error(422, "order_cannot_be_cancelled", "The order cannot be cancelled.", { order_state });
      }
      order.state = "cancelled";
    }
    return { status: 200, json: shown(order) };
  };

  const fake = await aFake({ answer, refusal: (status, words) => error(status, "fault", words) });
  return {
    ...fake,
    orders,
    track,
    labels: () => orders.filter(({ state }) => state !== "cancelled").length,
    voided: () => orders.filter(({ state }) => state === "cancelled").length,
    pickups: () => pickups.length,
    set: (how) => void Object.assign(now, how),
  };
}
