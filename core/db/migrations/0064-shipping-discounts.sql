-- A fixed amount off an order's shipping, besides what is off its lines: imported orders may have both. An edit of the
-- lines deducts it again.
alter table orders add column shipping_discount_minor bigint not null default 0 check (shipping_discount_minor >= 0);
