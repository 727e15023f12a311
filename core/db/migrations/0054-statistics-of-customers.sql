-- The statistics of an index on a part of a table are not used: three rare letters counted as those of one customer in
-- fifty, and all customers were read for them.
create statistics if not exists customers_words on
  (folded((' ' || name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')) collate "default")) from customers;
-- Not of an empty table: PostgreSQL would plan for one, until it is analysed again.
do $$ begin
  if exists (select from customers) then analyze customers; end if;
end $$;
