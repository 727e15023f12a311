-- Whether its gateway has named the order that it paid, rather than a person.
alter table unmatched_payments add column named boolean not null default false;
