/** SMS of a new store: each fits into one part where the names in it are short. */
import type { MessageKind } from "#core/contract/message-kinds";

export const texts = {
  "order.created": "{{ shop.name }}: we have your order {{ order.number }}, {{ order.total }}. Thank you.",
  "order.paid": "{{ shop.name }}: we have received {{ order.paid }} for your order {{ order.number }}.",
  "order.shipped":
    '{{ shop.name }}: a parcel of your order {{ order.number }} is on its way.{% if parcel.trackingUrl != "" %} {{ parcel.trackingUrl }}{% endif %}',
  "order.delivered": "{{ shop.name }}: a parcel of your order {{ order.number }} was delivered.",
  "order.edited": "{{ shop.name }}: your order {{ order.number }} was changed and comes to {{ order.total }} now.",
  "order.cancelled": "{{ shop.name }}: your order {{ order.number }} was cancelled.",
  "order.refunded": "{{ shop.name }}: {{ refund.amount }} of your order {{ order.number }} is on its way back to you.",
  "order.returned": "{{ shop.name }}: what you sent back from your order {{ order.number }} has arrived.",
  "payment.requested":
    "{{ shop.name }}: please pay {{ payment.amount }} for your order {{ order.number }}: {{ payment.url }}",
  "cart.abandoned": '{{ shop.name }}: your cart is still here.{% if cart.url != "" %} {{ cart.url }}{% endif %}',
} as const satisfies Partial<Record<MessageKind, string>>;
