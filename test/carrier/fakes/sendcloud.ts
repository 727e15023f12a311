/** A fake of Sendcloud's API: a reference can be used once, and 201 can mean that the carrier refused. */
import { type Asked, aFake, basicIn, type Reply } from "../../provider/fakes/server.ts";
import type { CarrierFake } from "../suite.ts";

export const sendcloudKeys = { publicKey: "0123-public", secretKey: "0123-secret/key" };

interface Shipment {
  readonly id: string;
  readonly said: Readonly<Record<string, unknown>>;
  state: "READY_TO_SEND" | "ANNOUNCEMENT_FAILED" | "CANCELLED";
}

const usual = {
  secretKey: sendcloudKeys.secretKey,
  fails: false,
  serves: true,
  pickedUp: false,
  queues: false,
  wrapsErrors: false,
  documents: [] as readonly string[],
};

export interface SendcloudFake extends CarrierFake {
  readonly shipments: Shipment[];
  readonly events: object[];
  readonly set: (how: Partial<typeof usual>) => void;
}

export async function sendcloudFake(): Promise<SendcloudFake> {
  const shipments: Shipment[] = [];
  const events: object[] = [];
  const now = { ...usual };

  const error = (status: number, code: string, detail: string): Reply => {
    const errors = [{ status: String(status), code, detail }];
    return { status, json: now.wrapsErrors ? { errors } : errors };
  };
  const shown = ({ id, said, state }: Shipment) => ({
    data: {
      ...said,
      id,
      carrier: { code: "postnl", name: "PostNL" },
      errors:
        state === "ANNOUNCEMENT_FAILED"
          ? [{ status: "400", code: "parcel_announcement_error", detail: "postal_code is not valid" }]
          : [],
      parcels: [
        {
          ...(said["parcels"] as object[])[0],
          id: 383707309,
          status: { code: state, message: state.toLowerCase() },
          tracking_number: "3SYZXG132912330",
          tracking_url: "https://tracking.example/3SYZXG132912330",
          documents: now.documents.map((type) => ({ type, size: "a4", link: `https://sendcloud.example/${type}` })),
        },
      ],
    },
  });

  const answer = (asked: Asked): Reply => {
    const { method, path, headers, body } = asked;
    if (basicIn(asked) !== `${sendcloudKeys.publicKey}:${now.secretKey}`)
      return error(401, "authentication_failed", "Invalid keys.");
    const [, , , family, id = "", what] = path.split("/");
    if (family === "shipping-options") {
      const total = { value: "6.04", currency: "EUR" };
      const data = [
        { code: "postnl:standard", name: "PostNL Standard", quotes: [{ lead_time: 24, price: { total } }] },
        { code: "own:contract", name: "DHL, own contract", quotes: [] },
      ];
      return { status: 200, json: { data: now.serves ? data : [] } };
    }
    if (family === "parcels" && id === "tracking") {
      const isThere = shipments.length > 0 && what === "3SYZXG132912330";
      if (!isThere) return { status: 404, json: { detail: "Not found." } };
      const { to_address, from_address } = shipments[0]!.said as { to_address: object; from_address: object };
      const time = "2026-11-20T10:00:00Z";
      return {
        status: 200,
        json: {
          announced_at: time,
          created_at: time,
          updated_at: time,
          source_id: "1",
          details: {},
          events,
          from_address,
          to_address,
          tracking_numbers: [],
        },
      };
    }
    if (family === "parcels") {
      if (shipments.length === 0) return error(404, "not_found", "No parcel found.");
      return { status: 200, text: "%PDF-1.4 label", headers: { "content-type": headers["accept"] ?? "" } };
    }
    if (id === "announce") {
      const said = JSON.parse(body);
      const there = shipments.find((one) => one.said["external_reference_id"] === said.external_reference_id);
      if (there) return { status: 409, json: shown(there) };
      if (!now.serves) return error(400, "invalid", "This shipping_option_code is not available for the shipment.");
      const made: Shipment = {
        id: `shp${shipments.length + 1}`,
        said,
        state: now.fails ? "ANNOUNCEMENT_FAILED" : "READY_TO_SEND",
      };
      shipments.push(made);
      return { status: 201, json: shown(made) };
    }
    const shipment = shipments.find((one) => one.id === id);
    if (!shipment) return error(404, "not_found", "No shipment found.");
    if (method === "POST" && what === "cancel") {
      if (now.pickedUp) return error(409, "invalid", "The shipment cannot be cancelled: it is on its way.");
      if (shipment.state === "CANCELLED") return error(409, "invalid", "The shipment has already been cancelled.");
      shipment.state = "CANCELLED";
      const status = now.queues ? "queued" : "cancelled";
      return { status: now.queues ? 202 : 200, json: { data: { status, message: "Shipment cancelled" } } };
    }
    return { status: 200, json: shown(shipment) };
  };

  const fake = await aFake({ answer, refusal: (status, words) => error(status, "fault", words) });
  return {
    ...fake,
    shipments,
    events,
    labels: () => shipments.filter(({ state }) => state === "READY_TO_SEND").length,
    voided: () => shipments.filter(({ state }) => state === "CANCELLED").length,
    set: (how) => void Object.assign(now, how),
  };
}
