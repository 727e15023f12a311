import * as stock from "#core/contract/stock";
import { adjustStock } from "#core/stock/adjust-stock";
import { countStock } from "#core/stock/count-stock";
import { listLowStock } from "#core/stock/lists/list-low-stock";
import { listMovements } from "#core/stock/lists/list-movements";
import { listStock } from "#core/stock/lists/list-stock";
import { readStock } from "#core/stock/lists/read-stock";
import { receiveStock } from "#core/stock/receive-stock";
import { setBin as setBinOf } from "#core/stock/set-bin";
import { reads, writes } from "#functions/admin";

export const list = reads(stock.list, listStock);
export const low = reads(stock.low, listLowStock);
export const read = reads(stock.read, readStock);
export const receive = writes(stock.receive, receiveStock);
export const adjust = writes(stock.adjust, adjustStock);
export const count = writes(stock.count, countStock);
export const setBin = writes(stock.setBin, setBinOf);
export const movements = reads(stock.movements, listMovements);
