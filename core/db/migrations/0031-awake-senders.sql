-- Senders that are at work and look for what is new by themselves: as long as one of a lane is, nobody has to wake any.
-- Each says so every second. One that dies is believed for two seconds more.
create table webhook_senders (
  id uuid primary key,
  lane text not null check (lane in ('fast', 'slow')),
  until timestamptz(3) not null
) with (fillfactor = 50);
