/** Whether a message has become wrong while it waited, in SQL about its claimed row. */
import {
  grantsAccess,
  isSecurityNotice,
  type MessageKind,
  messageKinds,
  recipientsOf,
  rightToRead,
} from "#core/contract/values/message-kinds";
import { type Right, rightsAtFirst, roles } from "#core/contract/values/rights";

/** Of a message that repeats another, the cause of the first. */
const cause = `(
  with recursive chain as (
    select row.cause, row.resend_of
    union all
    select earlier.cause, earlier.resend_of from chain join messages earlier on earlier.id = chain.resend_of
  ) select cause from chain where resend_of is null)`;

const parcelOfEvent = "(events.body::json #>> '{data,parcel,id}')";

/** What staff are told about the store, and the right that it takes; not what concerns their own access. */
const toldToStaff = messageKinds.flatMap((kind): [MessageKind, Right][] => {
  const right = rightToRead(kind);
  const isOwn = grantsAccess(kind) || isSecurityNotice(kind);
  return recipientsOf(kind) === "staff" && right && !isOwn ? [[kind, right]] : [];
});

/** Whether someone of the team with the recipient's address has a right. A role without a row is as in a new store. */
const stillHas = (right: Right): string => `exists (
  select from staff left join roles on roles.role = staff.role
  where staff.email = row.recipient and staff.removed_at is null and staff.vendor_id is null
    and (staff.role = 'owner' or coalesce('${right}' = any(roles.rights), staff.role in (${roles
      .filter((role) => rightsAtFirst(role).includes(right))
      .map((role) => `'${role}'`)
      .join()}))))`;

/**
 * Why a message is not sent any more: its payment page takes no money, its cart has been ordered, its parcel was
 * removed, or its recipient on the team may no longer know what it says. Null if it still holds, or cannot be checked
 * because its event has been removed.
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
    where events.id = ${cause}
      and not exists (select from parcels where parcels.id = ${parcelOfEvent}))
  ${toldToStaff
    .map(
      ([kind, right]) => `when '${kind}' then (
    -- Tests of a template go to any address.
    select 'accessLost' where ${cause} not like 'test:%' and not ${stillHas(right)})`,
    )
    .join("\n  ")}
  end`;

/** A gateway that is away does not keep the customer from paying on the new page. */
const minutesForPages = 10;

/**
 * What has to be known first, for staff: a carrier may still refuse to cancel a label, so that its parcel is on its way;
 * and the page before this one may have been paid unreported, which its gateway is being asked. Null if nothing has.
 */
export const waitsFor = `case row.kind
  when 'order.shipped' then (
    select 'Its label is being cancelled.' from events join parcels on parcels.id = ${parcelOfEvent}
    where events.id = ${cause} and parcels.status = 'voiding')
  when 'payment.requested' then (
    select 'An earlier page may have been paid.' from calls
    where calls.order_id = row.order_id and calls.does in ('closeRequest', 'findPayment', 'capture')
      and calls.status in ('asked', 'unknown') and calls.subject_id <> ${cause}
      and row.created_at > now() - interval '${minutesForPages} minutes'
    limit 1)
  end`;
