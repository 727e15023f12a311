/** A fake of Shiprocket's API: tokens, an order, a courier's number for it; some refusals with HTTP 200. */
import { type Asked, aFake, type Reply } from "../../provider/fakes/server.ts";
import type { CarrierFake } from "../suite.ts";

export const shiprocketUser = { email: "api@example.com", password: "pass/word+secret" };
export const shiprocketToken = "eyJ0eXAi.shiprocket.token";

interface Order {
  readonly id: number;
  readonly shipmentId: number;
  readonly reference: string;
  awb: string;
  state: "NEW" | "BOOKED" | "CANCELED";
}

interface Scan {
  readonly date: string;
  readonly status: string;
  readonly activity: string;
  readonly location: string;
  readonly "sr-status": string;
  readonly "sr-status-label": string;
}

const usual = {
  password: shiprocketUser.password,
  noCouriers: false,
  refusal: null as string | null,
  /** Where the refusal to assign a number appears. */
  place: "message" as "message" | "response" | "data",
  pickedUp: false,
  makesLabels: true,
  places: ["Main warehouse"],
};

export interface ShiprocketFake extends CarrierFake {
  readonly orders: Order[];
  readonly scans: Scan[];
  readonly set: (how: Partial<typeof usual>) => void;
  readonly forgetTokens: () => void;
}

const said = (status: number, message: string, more: object = {}): Reply => ({
  status,
  json: { message, ...more, status_code: status },
});

export async function shiprocketFake(): Promise<ShiprocketFake> {
  const orders: Order[] = [];
  const scans: Scan[] = [];
  const pickups = new Set<number>();
  const now = { ...usual };
  let tokens = 0;
  let known = "";

  const assign = ({ shipment_id }: { shipment_id: string }): Reply => {
    const order = orders.find(({ shipmentId }) => String(shipmentId) === shipment_id);
    if (!order) return said(404, "Shipment not found.");
    if (order.awb !== "") return said(400, "Oops! Cannot reassign courier for this shipment.");
    if (now.refusal !== null) {
      const no = { awb_assign_status: 0 };
      if (now.place === "message") return { status: 200, json: { ...no, message: now.refusal } };
      return { status: 200, json: { ...no, response: { data: { awb_assign_error: now.refusal } } } };
    }
    order.awb = `3210557065${order.id}`;
    order.state = "BOOKED";
    return {
      status: 200,
      json: {
        awb_assign_status: 1,
        response: {
          data: {
            awb_code: order.awb,
            courier_name: "Xpressbees Surface",
            courier_company_id: 24,
            order_id: order.id,
            shipment_id: order.shipmentId,
          },
        },
      },
    };
  };

  const create = (order: Readonly<Record<string, unknown>>): Reply => {
    const reference = String(order["order_id"]);
    if (!now.places.includes(String(order["pickup_location"]))) {
      return said(422, "The given data was invalid.", {
        errors: { pickup_location: ["Wrong Pickup location entered."] },
      });
    }
    if (orders.some((one) => one.reference === reference)) {
      return said(422, "The given data was invalid.", { errors: { order_id: ["Order id already exists."] } });
    }
    const made: Order = { id: 16 + orders.length, shipmentId: 15 + orders.length, reference, awb: "", state: "NEW" };
    orders.push(made);
    return {
      status: 200,
      json: { order_id: made.id, shipment_id: made.shipmentId, status: "NEW", status_code: 1, awb_code: null },
    };
  };

  const cancel = (awbs: readonly string[]): Reply => {
    const order = orders.find(({ awb }) => awbs.includes(awb));
    if (!order) return said(404, "No such AWB.");
    if (now.pickedUp) return said(400, "Shipment cannot be cancelled, it has already shipped.");
    if (order.state === "CANCELED") return said(400, "The shipment is already cancelled.");
    order.state = "CANCELED";
    return { status: 200, json: { message: "Bulk Shipment cancellation is in progress. Please wait for sometime." } };
  };

  const answer = ({ method, path, query, headers, body }: Asked): Reply => {
    const json = body === "" ? {} : JSON.parse(body);
    const route = `${method} ${path.replace("/v1/external", "")}`;
    if (route === "POST /auth/login") {
      if (json.password !== now.password) return said(400, "Invalid email and password combination");
      known = `${shiprocketToken}${++tokens}`;
      return { status: 200, json: { id: 1, email: json.email, token: known } };
    }
    if (headers["authorization"] !== `Bearer ${known}`) return said(401, "Token has expired");
    const byShipment = orders.find(({ shipmentId }) => [json.shipment_id].flat().includes(shipmentId));
    switch (route) {
      case "GET /courier/serviceability/": {
        if (now.noCouriers)
          return { status: 200, json: { status: 404, message: "No courier serviceable for this pincode" } };
        const couriers = [
          {
            courier_company_id: 24,
            courier_name: "Xpressbees Surface",
            rate: 62.5,
            cod: 1,
            estimated_delivery_days: "4",
          },
          { courier_company_id: 1, courier_name: "Blue Dart", rate: 141, cod: 1, estimated_delivery_days: "2" },
        ];
        return { status: 200, json: { status: 200, data: { available_courier_companies: couriers } } };
      }
      case "POST /orders/create/adhoc":
        return create(json);
      case "GET /orders": {
        const found = orders.filter(({ reference }) => reference === query.get("search"));
        const data = found.map(({ id, reference, shipmentId, awb, state }) => ({
          id,
          channel_order_id: reference,
          status: state,
          shipments: [{ id: shipmentId, awb, courier: awb === "" ? "" : "Xpressbees Surface" }],
        }));
        return { status: 200, json: { data } };
      }
      case "POST /courier/assign/awb":
        return assign(json);
      case "POST /orders/cancel/shipment/awbs":
        return cancel(json.awbs);
      case "POST /courier/generate/label":
        if (!byShipment)
          return { status: 200, json: { label_created: 0, response: "No valid shipment ids to print label" } };
        return now.makesLabels
          ? {
              status: 200,
              json: { label_created: 1, label_url: "https://labels.example/1.pdf", response: "Label has been created" },
            }
          : { status: 200, json: { label_created: 0, response: "Label is being made" } };
      case "POST /courier/generate/pickup": {
        if (!byShipment) return said(404, "No such shipment.");
        if (now.refusal !== null) return { status: 200, json: { pickup_status: 0, response: { data: now.refusal } } };
        if (pickups.has(byShipment.id)) return said(400, "Already in Pickup Queue.");
        pickups.add(byShipment.id);
        const data = "Pickup is confirmed by Xpressbees";
        return {
          status: 200,
          json: { pickup_status: 1, response: { pickup_token_number: "Reference No: 194", data } },
        };
      }
    }
    const order = orders.find(({ awb }) => awb !== "" && path.endsWith(awb));
    const unscanned = {
      track_status: 0,
      shipment_status: 0,
      track_url: "",
      error: "There is no activities found in our DB.",
    };
    if (!order || scans.length === 0)
      return { status: 200, json: { tracking_data: order ? { ...unscanned, track_status: 1 } : unscanned } };
    return {
      status: 200,
      json: {
        tracking_data: {
          track_status: 1,
          shipment_status: Number(scans[0]!["sr-status"]),
          shipment_track_activities: scans,
          track_url: `https://shiprocket.co/tracking/${order.awb}`,
        },
      },
    };
  };

  const fake = await aFake({
    answer,
    refusal: (status, words) => said(status, words),
    spares: ({ path }) => path.endsWith("/auth/login"),
  });
  return {
    ...fake,
    orders,
    scans,
    labels: () => orders.filter(({ state }) => state === "BOOKED").length,
    voided: () => orders.filter(({ state }) => state === "CANCELED").length,
    pickups: () => pickups.size,
    set: (how) => void Object.assign(now, how),
    forgetTokens: () => {
      known = "";
    },
  };
}
