import { createTaxRate } from "#core/catalogue/create-tax-rate";
import { editTaxRate } from "#core/catalogue/edit-tax-rate";
import { taxRateHistory } from "#core/catalogue/histories";
import { listTaxRates, readTaxRate } from "#core/catalogue/list-tax-rates";
import { removeTaxRate } from "#core/catalogue/remove-tax-rate";
import * as tax from "#core/contract/tax";
import { reads, writes } from "#functions/admin";

export const list = reads(tax.list, listTaxRates);
export const create = writes(tax.create, createTaxRate);
export const read = reads(tax.read, readTaxRate);
export const edit = writes(tax.edit, editTaxRate);
export const remove = writes(tax.remove, removeTaxRate);
export const history = reads(tax.history, taxRateHistory);
