-- outside a transaction
-- Carriers are polled by the hundred, and whoever asked for a label waited behind that: what a person wants has its own turn.
alter table calls add column if not exists polled boolean not null default false;
create index concurrently if not exists calls_turn on calls (provider, polled, due_at, id)
  where status in ('asked', 'unknown');
drop index concurrently if exists calls_due;
-- The customs papers that a carrier makes beside a label, such as a commercial invoice: their format.
alter table parcels add column if not exists customs_papers text check (customs_papers in ('pdf', 'png', 'zpl'));
