/**
 * A new store's SMS texts: each fits into one part if its names are short. A link makes it two, and so may a sign that
 * SMS do not have, such as ₹, which halves a part's length.
 */
import type { SmsKind } from "#core/contract/values/message-kinds";

export const texts = {
  "order.created": "{{ shop.name }}: thank you for your order {{ order.number }}, {{ order.total }}.",
  "order.paid": "{{ shop.name }}: we have received {{ payment.amount }} for order {{ order.number }}.",
  "order.shipped":
    '{{ shop.name }}: a parcel from your order {{ order.number }} is on its way.{% if parcel.trackingUrl != "" %} {{ parcel.trackingUrl }}{% endif %}',
  "order.delivered": "{{ shop.name }}: a parcel from your order {{ order.number }} has been delivered.",
  "order.edited":
    "{{ shop.name }}: your order {{ order.number }} has been changed. The new total is {{ order.total }}.",
  "order.cancelled": "{{ shop.name }}: your order {{ order.number }} has been cancelled.",
  "order.refunded": "{{ shop.name }}: we have refunded {{ refund.amount }} for order {{ order.number }}.",
  "order.returned": "{{ shop.name }}: we have received your return for order {{ order.number }}.",
  "payment.requested":
    "{{ shop.name }}: please pay {{ payment.amount }} for your order {{ order.number }}: {{ payment.url }}",
  "cart.abandoned": '{{ shop.name }}: your cart is still here.{% if cart.url != "" %} {{ cart.url }}{% endif %}',
} as const satisfies Record<SmsKind, string>;
