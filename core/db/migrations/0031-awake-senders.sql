-- Senders that are awake and look for new rows themselves: while a lane has one, it need not be woken.
-- Each renews its row every second. The row of one that dies stays valid for two more seconds.
create table webhook_senders (
  id uuid primary key,
  lane text not null check (lane in ('fast', 'slow')),
  until timestamptz(3) not null
) with (fillfactor = 50);
