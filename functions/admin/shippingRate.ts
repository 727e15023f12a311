import * as shippingRate from "#core/contract/shippingRate";
import { createRate } from "#core/shipping-rate/create-rate";
import { editRate } from "#core/shipping-rate/edit-rate";
import { listRates, rateHistory } from "#core/shipping-rate/list-rates";
import { removeRate } from "#core/shipping-rate/remove-rate";
import { reads, writes } from "#functions/admin";

export const list = reads(shippingRate.list, listRates);
export const create = writes(shippingRate.create, createRate);
export const edit = writes(shippingRate.edit, editRate);
export const remove = writes(shippingRate.remove, removeRate);
export const history = reads(shippingRate.history, rateHistory);
