-- An erasure removes a person from their carts, which keep the address they were given: also after staff have changed it.
alter table customers add former_emails text[] not null default '{}';

-- For whether an address was also another's. Hardly any customer has one.
create index customers_former_emails on customers using gin (former_emails) where former_emails <> '{}';
