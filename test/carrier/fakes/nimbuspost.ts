/** A fake of both generations of NimbusPost's API. */
import { type Asked, aFake, type Reply } from "../../provider/fakes/server.ts";
import type { CarrierFake } from "../suite.ts";

export const nimbusUser = { email: "api@example.com", password: "nimbus/pass+word" };
export const nimbusKeys = { apiKey: "nimbus-key-0123456789", apiSecret: "nimbus-secret-0123456789" };
export const nimbusToken = "eyJ0eXAi.nimbus.jwt";

interface Order {
  readonly id: number;
  readonly said: Readonly<Record<string, unknown>>;
  awb: string;
  isVoid: boolean;
}

const usual = {
  password: nimbusUser.password,
  apiSecret: nimbusKeys.apiSecret,
  refusal: null as string | null,
  pickedUp: false,
  label: "https://labels.example/1.pdf",
};

export interface NimbusPostFake extends CarrierFake {
  readonly orders: Order[];
  readonly history: object[];
  readonly times: Record<string, string>;
  readonly set: (how: Partial<typeof usual>) => void;
  readonly forgetTokens: () => void;
}

export async function nimbuspostFake(): Promise<NimbusPostFake> {
  const orders: Order[] = [];
  const history: object[] = [];
  const times: Record<string, string> = {};
  const now = { ...usual };
  let tokens = 0;
  let known = "";
  const ok = (json: object): Reply => ({ status: 200, json });
  const courier_name = "Delhivery Surface";

  const make = (said: Readonly<Record<string, unknown>>, awb: string): Order => {
    const made = { id: 9000 + orders.length, said, awb, isVoid: false };
    orders.push(made);
    return made;
  };

  const first = (route: string, asked: Asked, json: Readonly<Record<string, unknown>>): Reply => {
    const no = (message: string) => ok({ status: false, message });
    if (route === "POST /users/login") {
      if (json["password"] !== now.password) return no("Invalid email or password");
      known = `${nimbusToken}${++tokens}`;
      return ok({ status: true, data: known });
    }
    if (asked.headers["authorization"] !== `Bearer ${known}`)
      return { status: 401, json: { status: false, message: "Token expired" } };
    if (route === "GET /courier") return ok({ status: true, data: [{ id: "1", name: courier_name }] });
    if (route === "POST /courier/serviceability") {
      if (now.refusal) return no(now.refusal);
      return ok({
        status: true,
        data: [{ id: "1", name: courier_name, freight_charges: 60, cod_charges: 0, total_charges: 60 }],
      });
    }
    if (route === "POST /shipments") {
      if (now.refusal) return no(now.refusal);
      const { id, awb } = make(json, `590635${orders.length + 1}`);
      const data = {
        order_id: id,
        shipment_id: id,
        awb_number: awb,
        courier_id: "1",
        courier_name,
        status: "booked",
        label: now.label,
      };
      return ok({ status: true, data });
    }
    const awb = route === "POST /shipments/cancel" ? json["awb"] : route.split("/").at(-1);
    const order = orders.find((one) => one.awb === awb);
    if (!order) return no("Invalid AWB number");
    if (route !== "POST /shipments/cancel") return ok({ status: true, data: { status: "booked", history } });
    if (now.pickedUp) return no("Shipment cannot be cancelled");
    if (order.isVoid) return no("Shipment is already cancelled");
    order.isVoid = true;
    return ok({ status: true, message: "Shipment Cancelled Successfully" });
  };

  const second = (route: string, { headers, path }: Asked, json: Readonly<Record<string, unknown>>): Reply => {
    const no = (detail: string, status = 400): Reply => ({
      status,
      json: { success: false, error: { title: "Not possible", detail } },
    });
    if (headers["x-api-key"] !== nimbusKeys.apiKey || headers["x-api-secret"] !== now.apiSecret)
      return no("Unknown key", 401);
    if (route === "GET /warehouses") return ok({ success: true, data: [] });
    const shown = ({ id, awb, isVoid }: Order) => ({
      order_id: String(id),
      order_status: isVoid ? "cancelled" : awb === "" ? "created" : "booked",
      shipment: { awb, courier_name, label_url: awb === "" ? "" : now.label, ...times },
    });
    if (route === "POST /orders") return ok({ success: true, data: shown(make(json, "")) });
    if (route === "POST /shipments/book") {
      if (now.refusal) return no(now.refusal);
      const order = orders.find(({ id }) => String(id) === json["order_id"])!;
      order.awb = `590635${order.id}`;
      return ok({ success: true, data: shown(order) });
    }
    const order = orders.find(({ id, awb }) => path.endsWith(`/${id}`) || awb === json["awb"]);
    if (!order) return no("Order not found", route === "POST /shipments/cancel" ? 400 : 404);
    if (route !== "POST /shipments/cancel") return ok({ success: true, data: shown(order) });
    if (now.pickedUp) return no("Shipment already picked up");
    if (order.isVoid) return no("Shipment is already cancelled");
    order.isVoid = true;
    return ok({ success: true, data: { awb: order.awb, status: "cancelled" } });
  };

  const fake = await aFake({
    answer: (asked) => {
      const json = asked.body === "" ? {} : JSON.parse(asked.body);
      const [, generation] = asked.path.split("/");
      const route = `${asked.method} ${asked.path.slice(3)}`;
      return (generation === "v1" ? first : second)(route, asked, json);
    },
    refusal: (status, message) => ({ status, json: { status: false, success: false, message } }),
    spares: ({ path }) => path.endsWith("/users/login"),
  });
  return {
    ...fake,
    orders,
    history,
    times,
    labels: () => orders.filter(({ awb, isVoid }) => awb !== "" && !isVoid).length,
    voided: () => orders.filter(({ isVoid }) => isVoid).length,
    set: (how) => void Object.assign(now, how),
    forgetTokens: () => {
      known = "";
    },
  };
}
