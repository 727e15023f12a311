/** A fake of Delhivery's API: a form with JSON in it, and nearly every refusal with HTTP 200. */
import { type Asked, aFake, type Reply } from "../../provider/fakes/server.ts";
import type { CarrierFake } from "../suite.ts";

export const delhiveryToken = "delhivery-token-0123456789";

interface Parcel {
  readonly waybill: string;
  readonly reference: string;
  readonly said: Readonly<Record<string, unknown>>;
  isVoid: boolean;
}

export interface Scan {
  readonly ScanDateTime: string;
  readonly ScanType: string;
  readonly Scan: string;
  readonly ScannedLocation: string;
  readonly StatusCode: string;
  readonly Instructions: string;
}

const usual = {
  token: delhiveryToken,
  serves: true,
  tellsPrices: true,
  collects: true,
  remark: null as string | null,
  warehouse: true,
  xml: false,
  isBusyWithPickups: false,
};

export interface DelhiveryFake extends CarrierFake {
  readonly parcels: Parcel[];
  readonly scans: Scan[];
  readonly set: (how: Partial<typeof usual>) => void;
}

const ok = (json: unknown): Reply => ({ status: 200, json });

export async function delhiveryFake(): Promise<DelhiveryFake> {
  const parcels: Parcel[] = [];
  const scans: Scan[] = [];
  const pickups = new Set<string>();
  const now = { ...usual };

  const create = (body: string): Reply => {
    const { shipments, pickup_location } = JSON.parse(new URLSearchParams(body).get("data")!);
    const counts = { cash_pickups_count: 0, package_count: 1, upload_wbn: "UPL1", cod_count: 0, cod_amount: 0 };
    if (!now.warehouse || !pickup_location.name) {
      const rmk = "ClientWarehouse matching query does not exist.";
      return ok({ ...counts, upload_wbn: undefined, packages: [], success: false, error: true, rmk });
    }
    const [said] = shipments;
    const isThere = parcels.some(({ reference }) => reference === said.order);
    const remark = isThere
      ? "Crashing while saving package due to exception 'Duplicate order id'. Package might be saved."
      : now.remark;
    const shown = {
      client: "DEMO SURFACE",
      sort_code: "DEL/GRE",
      cod_amount: 0,
      payment: "Pre-paid",
      refnum: said.order,
    };
    if (remark !== null) {
      const no = { ...shown, status: "Fail", remarks: [remark], waybill: "", serviceable: false };
      return ok({ ...counts, rmk: null, packages: [no], success: false, error: true });
    }
    const made = { waybill: `8448991000001${parcels.length + 1}`, reference: said.order, said, isVoid: false };
    parcels.push(made);
    const yes = { ...shown, status: "Success", remarks: [""], waybill: made.waybill, serviceable: true };
    return ok({ ...counts, rmk: null, packages: [yes], success: true });
  };

  const shown = ({ waybill, reference, isVoid }: Parcel) => {
    const last = scans.at(-1);
    return {
      Shipment: {
        AWB: waybill,
        ReferenceNo: reference,
        Status: {
          Status: last?.Scan ?? (isVoid ? "Not Picked" : "Manifested"),
          StatusType: last?.ScanType ?? "UD",
          StatusDateTime: last?.ScanDateTime ?? "2026-11-20T15:30:00.000",
          StatusLocation: last?.ScannedLocation ?? "",
          StatusCode: last?.StatusCode ?? (isVoid ? "DTUP-210" : "X-UCI"),
          Instructions: last?.Instructions ?? "Manifest uploaded",
        },
        Scans: scans.map((scan) => ({ ScanDetail: scan })),
      },
    };
  };

  const answer = ({ method, path, query, headers, body }: Asked): Reply => {
    if (headers["authorization"] !== `Token ${now.token}`) return { status: 401, json: { detail: "Invalid token" } };
    switch (`${method} ${path}`) {
      case "GET /c/api/pin-codes/json/": {
        const postal_code = { pin: Number(query.get("filter_codes")), pre_paid: "Y", cod: now.collects ? "Y" : "N" };
        return ok({ delivery_codes: now.serves ? [{ postal_code }] : [] });
      }
      case "GET /api/kinko/v1/invoice/charges/.json":
        if (!now.tellsPrices) return { status: 404, json: { detail: "Not found." } };
        return ok([{ total_amount: query.get("md") === "S" ? 63.25 : 110, status: "Delivered" }]);
      case "POST /api/cmu/create.json":
        return create(body);
      case "GET /api/v1/packages/json/": {
        const found = parcels.filter(({ waybill, reference }) =>
          [query.get("waybill"), query.get("ref_ids")].some((id) => id === waybill || id === reference),
        );
        if (found.length === 0) return ok({ Success: false, Error: "No such waybill or Order Id found", rmk: "" });
        return ok({ ShipmentData: found.map(shown) });
      }
      case "GET /api/p/packing_slip": {
        const isThere = parcels.some(({ waybill }) => waybill === query.get("wbns"));
        const slip = { wbn: query.get("wbns"), pdf_download_link: "https://slips.example/1.pdf", pdf_encoding: "" };
        return ok({ packages: isThere ? [slip] : [], packages_found: isThere ? 1 : 0 });
      }
      case "POST /fm/request/new/": {
        if (now.isBusyWithPickups) return { status: 429, json: { error: { message: "Too many requests" } } };
        const said = JSON.parse(body);
        const key = `${said.pickup_location} ${said.pickup_date}`;
        if (!now.warehouse)
          return { status: 400, json: { error: { message: "ClientWarehouse matching query does not exist." } } };
        if (pickups.has(key)) {
          return { status: 400, json: { pr_exist: true, error: { message: "A pickup request already exists" } } };
        }
        pickups.add(key);
        return { status: 201, json: { pickup_id: 987654, pickup_location_name: said.pickup_location, ...said } };
      }
    }
    const { waybill } = JSON.parse(body);
    const parcel = parcels.find((one) => one.waybill === waybill);
    if (!parcel) return ok({ status: false, waybill, error: "No such waybill." });
    parcel.isVoid = true;
    const says = "Shipment has been cancelled.";
    if (now.xml) {
      const text = `<?xml version="1.0"?><root><status>True</status><remark>${says}</remark></root>`;
      return { status: 200, text, headers: { "content-type": "application/xml" } };
    }
    return ok({ status: true, waybill, remark: says, order_id: parcel.reference });
  };

  const fake = await aFake({ answer, refusal: (status, words) => ({ status, json: { error: { message: words } } }) });
  return {
    ...fake,
    parcels,
    scans,
    labels: () => parcels.filter(({ isVoid }) => !isVoid).length,
    voided: () => parcels.filter(({ isVoid }) => isVoid).length,
    pickups: () => pickups.size,
    set: (how) => void Object.assign(now, how),
  };
}
