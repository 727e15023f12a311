-- When a cart was first abandoned, if its shopper has changed it since: it is open again, and not announced again.
alter table carts add column announced_at timestamptz(3);
