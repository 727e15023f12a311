-- outside a transaction
-- Beside the e-mail address, whose collation knows the letters of English alone, a name kept its other capitals: nobody found Иван or Ömer.
create index concurrently if not exists customers_words on customers using gin
  (lower((' ' || name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')) collate "default") gin_trgm_ops)
  where merged_into is null;
drop index concurrently if exists customers_contact;
