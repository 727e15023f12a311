import * as priceList from "#core/contract/priceList";
import { createPriceList } from "#core/price-list/create-price-list";
import { editPriceList } from "#core/price-list/edit-price-list";
import { listPriceLists, listPriceRows, priceListHistory, readPriceList } from "#core/price-list/list-price-lists";
import { removePriceList } from "#core/price-list/remove-price-list";
import { setPriceRows } from "#core/price-list/set-price-rows";
import { reads, writes } from "#functions/admin";

export const list = reads(priceList.list, listPriceLists);
export const create = writes(priceList.create, createPriceList);
export const read = reads(priceList.read, readPriceList);
export const edit = writes(priceList.edit, editPriceList);
export const remove = writes(priceList.remove, removePriceList);
export const listRows = reads(priceList.listRows, listPriceRows);
export const setRows = writes(priceList.setRows, setPriceRows);
export const history = reads(priceList.history, priceListHistory);
