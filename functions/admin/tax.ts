import * as tax from "#core/contract/tax";
import { createTaxRate } from "#core/tax/create-tax-rate";
import { editTaxRate } from "#core/tax/edit-tax-rate";
import { listTaxRates, readTaxRate } from "#core/tax/list-tax-rates";
import { removeTaxRate } from "#core/tax/remove-tax-rate";
import { taxRateHistory } from "#core/tax/tax-rate-history";
import { reads, writes } from "#functions/admin";

export const list = reads(tax.list, listTaxRates);
export const create = writes(tax.create, createTaxRate);
export const read = reads(tax.read, readTaxRate);
export const edit = writes(tax.edit, editTaxRate);
export const remove = writes(tax.remove, removeTaxRate);
export const history = reads(tax.history, taxRateHistory);
