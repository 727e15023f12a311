-- Whether its gateway has named the order that it paid, rather than a person. Of those matched before, that is not known:
-- they stay as if a person had matched them.
alter table unmatched_payments add column named boolean not null default false;
