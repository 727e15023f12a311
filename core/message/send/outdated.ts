/** Whether a message has become wrong while it waited, in SQL about its claimed row. */

/** Of a message that repeats another, the cause of the first. */
const cause = `(
  with recursive chain as (
    select row.cause, row.resend_of
    union all
    select earlier.cause, earlier.resend_of from chain join messages earlier on earlier.id = chain.resend_of
  ) select cause from chain where resend_of is null)`;

const parcelOfEvent = "(events.body::json #>> '{data,parcel,id}')";

/**
 * Why a message is not sent any more: its payment page takes no money, its cart has been ordered, or its parcel was
 * removed. Null if it still holds, or cannot be checked because its event has been removed.
 */
export const outdated = `case row.kind
  when 'payment.requested' then (
    select 'pageClosed' from payment_requests page join orders on orders.id = page.order_id
    where page.id = ${cause}
      -- Pages for another amount than is due are closed within a minute.
      and (page.status <> 'open' or page.expires_at <= now() or orders.due_minor <> page.amount_minor))
  when 'cart.abandoned' then (
    select 'ordered' from events join carts on carts.id = events.subject_id
    where events.id = ${cause} and (carts.order_id is not null or exists (
      select from orders
      where orders.email = carts.email and orders.created_at > carts.updated_at and orders.status <> 'cancelled')))
  when 'order.shipped' then (
    select 'unshipped' from events
    where events.id = ${cause} and ${parcelOfEvent} is not null
      and not exists (select from parcels where parcels.id = ${parcelOfEvent}))
  end`;

/**
 * Whether news that a parcel is on its way has to wait: its label is being cancelled, and the carrier may still refuse
 * that.
 */
export const isUndecided = `row.kind = 'order.shipped' and exists (
  select from events join parcels on parcels.id = ${parcelOfEvent}
  where events.id = ${cause} and parcels.status = 'voiding')`;
