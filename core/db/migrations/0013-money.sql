-- Money through gateways: payment pages, payments, refunds, disputes.

-- The gateway's id for the payment. A payment counts once, however often it is reported.
alter table payments add gateway_payment_id text collate "C";
alter table payments add mode text not null default 'live' check (mode in ('live', 'test'));
alter table payments add check (gateway_payment_id is null or not by_hand);
create unique index payments_gateway on payments (method, gateway_payment_id)
  where gateway_payment_id is not null and kind = 'captured';

-- A page at a gateway where the customer pays what the order owes.
create table payment_requests (
  id text collate "C" primary key,
  order_id text collate "C" not null references orders,
  gateway text collate "C" not null references providers,
  mode text not null check (mode in ('live', 'test')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  -- asked: the gateway has not answered; closing: it was asked to close it; superseded pages that it cannot close stay 'open'.
  status text not null check (status in ('asked', 'open', 'closing', 'closed', 'paid', 'refused')),
  -- The gateway's id for it.
  gateway_request_id text collate "C",
  url text,
  says text,
  expires_at timestamptz(3),
  actor_id text collate "C",
  actor_name text not null,
  at timestamptz(3) not null,
  check (status <> 'open' or url is not null)
);
create index payment_requests_order on payment_requests (order_id, id);
create index payment_requests_gateway on payment_requests (gateway, gateway_request_id) where gateway_request_id is not null;
-- Of two requests at once, one is made.
create unique index payment_requests_one on payment_requests (order_id, gateway, amount_minor)
  where status in ('asked', 'open');

-- Payments that could not be matched to an order automatically.
create table unmatched_payments (
  id text collate "C" primary key,
  gateway text collate "C" not null references providers,
  mode text not null check (mode in ('live', 'test')),
  gateway_payment_id text collate "C" not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  reason text not null check (reason in ('unknownOrder', 'cancelled', 'alreadyPaid', 'otherAmount', 'otherCurrency')),
  -- The order that it names, and what was due then.
  order_id text collate "C" references orders,
  due_minor bigint,
  status text not null check (status in ('open', 'refunding', 'matched', 'refunded')),
  received_at timestamptz(3) not null,
  unique (gateway, gateway_payment_id)
);
create index unmatched_payments_status on unmatched_payments (status, id);
create index unmatched_payments_order on unmatched_payments (order_id) where order_id is not null;

-- Refunds of an order's payment, or of an unmatched one. The id is the gateway's idempotency key; rows are never
-- removed.
create table refunds (
  id text collate "C" primary key,
  order_id text collate "C" references orders,
  payment_id text collate "C" references payments,
  unmatched_id text collate "C" references unmatched_payments,
  gateway text collate "C" not null references providers,
  mode text not null check (mode in ('live', 'test')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  -- unknown: it may have been made, and counts as made until the outcome is known.
  status text not null check (status in ('pending', 'unknown', 'succeeded', 'failed')),
  gateway_refund_id text collate "C",
  reason text,
  -- The gateway's words.
  says text,
  -- In the gateway's own dashboard.
  made_elsewhere boolean not null default false,
  actor_id text collate "C",
  actor_name text not null,
  at timestamptz(3) not null,
  settled_at timestamptz(3),
  -- When the notice that it failed was dismissed.
  seen_at timestamptz(3),
  check ((payment_id is null) <> (unmatched_id is null)),
  check ((order_id is null) = (payment_id is null))
);
create index refunds_order on refunds (order_id, id) where order_id is not null;
create index refunds_payment on refunds (payment_id) where payment_id is not null;
create index refunds_unmatched on refunds (unmatched_id) where unmatched_id is not null;
create unique index refunds_gateway on refunds (gateway, gateway_refund_id) where gateway_refund_id is not null;
create index refunds_open on refunds (id) where status in ('pending', 'unknown');
create index refunds_failed on refunds (id) where status = 'failed' and seen_at is null;

-- A customer's bank takes money back, or inquires about a payment.
create table disputes (
  id text collate "C" primary key,
  gateway text collate "C" not null references providers,
  gateway_dispute_id text collate "C" not null,
  gateway_payment_id text collate "C" not null,
  order_id text collate "C" references orders,
  amount_minor bigint not null,
  currency text not null,
  money_taken boolean not null,
  reason text not null,
  status text not null check (status in ('open', 'won', 'lost', 'closed')),
  opened_at timestamptz(3) not null,
  closed_at timestamptz(3),
  unique (gateway, gateway_dispute_id)
);
create index disputes_order on disputes (order_id, id) where order_id is not null;
create index disputes_open on disputes (id) where status = 'open';

-- For the sweep that closes pages with an outdated amount.
create index payment_requests_open on payment_requests (order_id) where status = 'open';
