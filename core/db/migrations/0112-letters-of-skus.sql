-- A letter with a mark is one character (NFC), as new SKUs are stored. Where both forms are here they stay two variants.
update variants set sku = normalize(sku)
where sku is not normalized and not exists (select from variants other where other.sku = normalize(variants.sku));
