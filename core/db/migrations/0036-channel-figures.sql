-- What was sold through each channel on a day that is over; an empty text stands for none. An order's channel never changes, so
-- what makes a day stale is what made it stale before.
create table report_channels (
  day date not null references report_days on delete cascade,
  channel_id text collate "C" not null,
  orders integer not null,
  units bigint not null,
  gross_minor bigint not null,
  primary key (day, channel_id)
);

-- They are worked out anew with their channels, the newest first; until then reports work them out themselves.
delete from report_days;
