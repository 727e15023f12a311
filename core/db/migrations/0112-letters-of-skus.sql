-- A letter with a mark is one character (NFC), as new SKUs are stored. Of variants whose SKUs would be the same, one keeps
-- its own or gets that, and the others stay as they are.
update variants set sku = normalize(sku)
where id in (select distinct on (normalize(sku)) id from variants where sku is not normalized order by normalize(sku), id)
  and not exists (select from variants other where other.sku = normalize(variants.sku));
