import * as parcel from "#core/contract/parcel";
import { deliverParcel, undeliverParcel } from "#core/shipping/deliver";
import { editParcel } from "#core/shipping/edit-parcel";
import { shipParcel } from "#core/shipping/ship";
import { unshipParcel } from "#core/shipping/unship";
import { writes } from "#functions/admin";

export const ship = writes(parcel.ship, shipParcel);
export const edit = writes(parcel.edit, editParcel);
export const unship = writes(parcel.unship, unshipParcel);
export const deliver = writes(parcel.deliver, deliverParcel);
export const undeliver = writes(parcel.undeliver, undeliverParcel);
