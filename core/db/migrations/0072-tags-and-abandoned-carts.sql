-- outside a transaction
-- The lists of products and of customers find a tag in upper or lower case, as the list of orders does.
create or replace function in_lower_case(text[]) returns text[] language sql immutable parallel safe return
  array(select lower(one) from unnest($1) as one);
create index concurrently if not exists products_tags_lower on products using gin (in_lower_case(tags));
create index concurrently if not exists customers_tags_lower on customers using gin (in_lower_case(tags));
drop index concurrently if exists products_tags;
drop index concurrently if exists customers_tags;
-- Not of an empty table: PostgreSQL would plan for one, until it is analysed again.
do $$ begin if exists (select from products) then analyze products; end if; end $$;
do $$ begin if exists (select from customers) then analyze customers; end if; end $$;
-- Carts are removed after 90 days: one that counted as abandoned later was never announced.
update store set cart_abandoned_hours = 2136 where cart_abandoned_hours > 2136;
