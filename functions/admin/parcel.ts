import * as parcel from "#core/contract/parcel";
import { decideParcel } from "#core/shipping/decide";
import { deliverParcel, undeliverParcel } from "#core/shipping/deliver";
import { editParcel } from "#core/shipping/edit-parcel";
import { readLabel } from "#core/shipping/label";
import { listCarriers as carriers } from "#core/shipping/list-carriers";
import { listReturned as returned } from "#core/shipping/list-returned";
import { askForRates, readRates } from "#core/shipping/rates";
import { questionsAbout, readShipped, readTracked, readUnshipped } from "#core/shipping/read-settled";
import { refreshParcel } from "#core/shipping/refresh";
import { seeReturned as seen } from "#core/shipping/see-returned";
import { shipParcel } from "#core/shipping/ship";
import { unshipParcel } from "#core/shipping/unship";
import { asks, reads, writes } from "#functions/admin";

export const ship = asks(parcel.ship, shipParcel, (by, made) => readShipped(by, made.order.id, made.parcel.id));
export const listCarriers = reads(parcel.listCarriers, carriers);
export const rates = asks(parcel.rates, askForRates, (_by, { id, weightGrams }) => readRates(id, weightGrams));
export const label = reads(parcel.label, readLabel);
export const edit = writes(parcel.edit, editParcel);
export const unship = asks(parcel.unship, unshipParcel, (by, { id }, { parcelId }) => readUnshipped(by, id, parcelId));
export const refresh = asks(
  parcel.refresh,
  refreshParcel,
  (by, { id }, { parcelId }) => readTracked(by, id, parcelId),
  (_, { parcelId }) => questionsAbout(parcelId),
);
export const listReturned = reads(parcel.listReturned, returned);
export const seeReturned = writes(parcel.seeReturned, seen);
export const decide = writes(parcel.decide, decideParcel);
export const deliver = writes(parcel.deliver, deliverParcel);
export const undeliver = writes(parcel.undeliver, undeliverParcel);
