-- An erasure removes a person from their carts, which keep the address they were given: also after staff have changed it.
alter table customers add former_emails text[] not null default '{}';
