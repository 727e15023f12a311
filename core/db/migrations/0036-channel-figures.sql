-- Sales through each channel on a past day; an empty text stands for no channel. An order's channel never changes, so
-- days become stale for the same reasons as before.
create table report_channels (
  day date not null references report_days on delete cascade,
  channel_id text collate "C" not null,
  orders integer not null,
  units bigint not null,
  gross_minor bigint not null,
  primary key (day, channel_id)
);

-- Days are computed again with their channels, the newest first; until then reports compute them themselves.
delete from report_days;
