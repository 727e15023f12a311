/** An order's parcels and returns in wire form. */
import { type SQL, sql } from "#core/db/drizzle";
import { wireMoney, wireTime } from "#core/db/wire";
import { jsonList, money, onlyOwnLines, staffOnly, type Vendor } from "./own-part.ts";

export const wireParcels = (vendor: Vendor) =>
  jsonList(
    sql`json_build_object('id', p.id, 'carrier', p.carrier, 'service', p.service,
      'courier', p.courier, 'mode', p.mode,
      'trackingNumber', p.tracking_number, 'trackingUrl', ${staffOnly(vendor, sql`p.tracking_url`)},
      'labelUrl', ${staffOnly(vendor, sql`p.label_url`)}, 'label', ${staffOnly(vendor, sql`p.label_format`)},
      'customsDocuments', ${staffOnly(vendor, sql`p.customs_documents`)},
      'status', p.status, 'says', ${staffOnly(vendor, sql`p.says`)},
      'tracking', ${staffOnly(vendor, sql`p.tracking`, sql`'[]'::json`)}, 'trackStatus', p.track_status,
      'locationId', p.location_id, 'box', p.box, 'weightGrams', p.weight_grams,
      'cost', ${staffOnly(vendor, sql`case when p.cost_minor is not null then ${wireMoney("p.cost_minor", "p.cost_currency")} end`)},
      'collect', ${staffOnly(vendor, sql`case when p.collect_minor is not null then ${money("p.collect_minor")} end`)},
      'lines', inside.lines,
      'shippedAt', ${wireTime("p.shipped_at")}, 'deliveredAt', ${wireTime("p.delivered_at")})`,
    sql`p.id`,
    sql`parcels p cross join lateral (
      select json_agg(json_build_object('lineId', i.line_id, 'quantity', i.quantity) order by i.line_id) as lines
      from parcel_lines i where i.parcel_id = p.id ${onlyOwnInside(vendor)}) inside
      where p.order_id = orders.id and inside.lines is not null`,
  );

export const wireReturns = (vendor: Vendor) =>
  jsonList(
    sql`json_build_object('id', r.id, 'lines', inside.lines,
      'reason', ${staffOnly(vendor, sql`r.reason`)}, 'recordedAt', ${wireTime("r.recorded_at")})`,
    sql`r.id`,
    sql`returns r cross join lateral (
      select json_agg(json_build_object('lineId', i.line_id, 'quantity', i.quantity, 'restock', i.restock,
        'locationId', i.location_id) order by i.line_id) as lines
      from return_lines i where i.return_id = r.id ${onlyOwnInside(vendor)}) inside
      where r.order_id = orders.id and inside.lines is not null`,
  );

/** Only a vendor login needs to know whose line it is. */
const onlyOwnInside = (vendor: Vendor): SQL =>
  vendor === null
    ? sql``
    : sql`and i.line_id in (select l.id from order_lines l where l.order_id = orders.id ${onlyOwnLines(vendor)})`;
