-- Whether Home shows owners what is left to set up. A store that already sells has been set up.
alter table store add column shows_setup boolean not null default true;
update store set shows_setup = false where exists (select from orders);
