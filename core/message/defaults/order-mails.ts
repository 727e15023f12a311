/** A new store's emails to customers about their orders. */
import type { MessageKind } from "#core/contract/values/message-kinds";
import { address, button, lines, note, page, paragraph, title, totals } from "./layout.ts";

export interface Mail {
  readonly subject: string;
  readonly html: string;
  readonly body: string;
}

const textLines = "{% for line in order.lines %}{{ line.quantity }} × {{ line.title }}  {{ line.total }}\n{% endfor %}";
const textTotals = `Subtotal  {{ order.subtotal }}
{% if order.discount != "" %}Discount  −{{ order.discount }}
{% endif %}{% if order.shipping != "" %}Shipping  {{ order.shipping }}
{% endif %}{% if order.tax != "" %}{% if order.taxIncluded != "" %}Tax included{% else %}Tax{% endif %}  {{ order.tax }}
{% endif %}Total  {{ order.total }}
{% if order.due != "" and order.paid != "" %}Still to pay  {{ order.due }}
{% endif %}`;
const textFew = (path: string) => `{% for line in ${path} %}{{ line.quantity }} × {{ line.title }}\n{% endfor %}`;
const textEnd = "\n{{ shop.name }}\n";

const whole = `${lines("order.lines", true)}\n${totals}\n${address}`;
const greeting = "Hello {{ customer.name }},";
const because = `{% if reason != "" %}Reason: {{ reason }}{% endif %}`;
const gettingReady = `{% if order.shipped == "" %} We are getting your order ready.{% endif %}`;
const willRefund = `{% if order.refundDue != "" %} We will refund {{ order.refundDue }}.{% endif %}`;
const tracking = `{% if parcel.trackingNumber != "" %}Tracking number: {{ parcel.trackingNumber }}{% endif %}`;

export const orderMails = {
  "order.created": {
    subject: "We have received your order {{ order.number }}",
    html: page({
      preview: "We will let you know when it ships.",
      body: `${title("Thank you for your order")}
${paragraph(`${greeting} we have received your order <strong>{{ order.number }}</strong>, placed on {{ order.placedOn }}. We will let you know when it ships.`)}
${whole}`,
    }),
    body: `${greeting}

we have received your order {{ order.number }}, placed on {{ order.placedOn }}. We will let you know when it ships.

${textLines}
${textTotals}${textEnd}`,
  },
  "order.paid": {
    subject: "Payment received for order {{ order.number }}",
    html: page({
      preview: "We have received {{ payment.amount }} for your order {{ order.number }}.",
      body: `${title("Payment received")}
${paragraph(`${greeting} we have received your payment of <strong>{{ payment.amount }}</strong> for order <strong>{{ order.number }}</strong>.${gettingReady}`)}
${whole}`,
    }),
    body: `${greeting}

we have received your payment of {{ payment.amount }} for order {{ order.number }}.${gettingReady}

${textLines}
${textTotals}${textEnd}`,
  },
  "order.shipped": {
    subject: "Your order {{ order.number }} is on its way",
    html: page({
      preview: "A parcel from your order {{ order.number }} has shipped.",
      body: `${title("Your parcel is on its way")}
${paragraph(`${greeting} a parcel from your order <strong>{{ order.number }}</strong> has shipped{% if parcel.service != "" %} with {{ parcel.service }}{% endif %}.`)}
{% if parcel.trackingUrl != "" %}${button("Track your parcel", "{{ parcel.trackingUrl }}")}{% endif %}
{% if parcel.trackingNumber != "" %}${note(tracking)}{% endif %}
${lines("parcel.lines", false)}
${address}`,
    }),
    body: `${greeting}

a parcel from your order {{ order.number }} has shipped.
${tracking}
{% if parcel.trackingUrl != "" %}Track it: {{ parcel.trackingUrl }}
{% endif %}
${textFew("parcel.lines")}${textEnd}`,
  },
  "order.delivered": {
    subject: "Your order {{ order.number }} has arrived",
    html: page({
      preview: "A parcel from your order {{ order.number }} has been delivered.",
      body: `${title("Your parcel has arrived")}
${paragraph(`${greeting} a parcel from your order <strong>{{ order.number }}</strong> has been delivered. If anything is missing or damaged, please reply to this message.`)}
${lines("parcel.lines", false)}`,
    }),
    body: `${greeting}

a parcel from your order {{ order.number }} has been delivered. If anything is missing or damaged, please reply to this message.

${textFew("parcel.lines")}${textEnd}`,
  },
  "order.edited": {
    subject: "Your order {{ order.number }} has been changed",
    html: page({
      preview: "Here is your order {{ order.number }} as it is now.",
      body: `${title("Your order has been changed")}
${paragraph(`${greeting} your order <strong>{{ order.number }}</strong> has been changed: {% for change in changes %}{{ change.text }}{% unless forloop.last %}, {% endunless %}{% endfor %}. Here is your order as it is now.`)}
${whole}`,
    }),
    body: `${greeting}

your order {{ order.number }} has been changed: {% for change in changes %}{{ change.text }}{% unless forloop.last %}, {% endunless %}{% endfor %}. Here is your order as it is now.

${textLines}
${textTotals}${textEnd}`,
  },
  "order.cancelled": {
    subject: "Your order {{ order.number }} has been cancelled",
    html: page({
      preview: "Your order {{ order.number }} has been cancelled.",
      body: `${title("Your order has been cancelled")}
${paragraph(`${greeting} your order <strong>{{ order.number }}</strong>, placed on {{ order.placedOn }}, has been cancelled.${willRefund}`)}
{% if reason != "" %}${note(because)}{% endif %}
${lines("order.lines", true)}`,
    }),
    body: `${greeting}

your order {{ order.number }}, placed on {{ order.placedOn }}, has been cancelled.${willRefund}
${because}

${textLines}${textEnd}`,
  },
  "order.refunded": {
    subject: "A refund for your order {{ order.number }}",
    html: page({
      preview: "We have refunded {{ refund.amount }} for your order {{ order.number }}.",
      body: `${title("Your refund is on its way")}
${paragraph(`${greeting} we have refunded <strong>{{ refund.amount }}</strong> for your order <strong>{{ order.number }}</strong>. It goes back to the payment method you used, and may take a few working days to arrive.`)}
{% if refund.reason != "" %}${note("Reason: {{ refund.reason }}")}{% endif %}`,
    }),
    body: `${greeting}

we have refunded {{ refund.amount }} for your order {{ order.number }}. It goes back to the payment method you used, and may take a few working days to arrive.
{% if refund.reason != "" %}Reason: {{ refund.reason }}
{% endif %}${textEnd}`,
  },
  "order.returned": {
    subject: "We have received your return for order {{ order.number }}",
    html: page({
      preview: "The items you sent back have arrived.",
      body: `${title("We have received your return")}
${paragraph(`${greeting} we have received these items that you sent back from your order <strong>{{ order.number }}</strong>:`)}
${lines("return.lines", false)}`,
    }),
    body: `${greeting}

we have received these items that you sent back from your order {{ order.number }}:

${textFew("return.lines")}${textEnd}`,
  },
  "payment.requested": {
    subject: "Please pay for your order {{ order.number }}",
    html: page({
      preview: "{{ payment.amount }} is due for your order {{ order.number }}.",
      body: `${title("Please pay for your order")}
${paragraph(`${greeting} <strong>{{ payment.amount }}</strong> is due for your order <strong>{{ order.number }}</strong>.`)}
${button("Pay {{ payment.amount }}", "{{ payment.url }}")}
{% if payment.expiresOn != "" %}${note("This link works until {{ payment.expiresOn }}.")}{% endif %}
${whole}`,
    }),
    body: `${greeting}

{{ payment.amount }} is due for your order {{ order.number }}. You can pay here:
{{ payment.url }}

${textLines}
${textTotals}${textEnd}`,
  },
  // Without the name: anyone can type any words as theirs, and any address, into a cart.
  "cart.abandoned": {
    subject: "You left something in your cart",
    html: page({
      preview: "Your cart is still here.",
      body: `${title("Your cart is still here")}
${paragraph("You left something in your cart at {{ shop.name }}.")}
${lines("cart.lines", true)}
{% if cart.url != "" %}${button("Return to your cart", "{{ cart.url }}")}{% endif %}
${note('You are getting this because you left your email address with your cart. <a href="{{ unsubscribeUrl }}">Unsubscribe</a>')}`,
    }),
    body: `You left something in your cart at {{ shop.name }}.

{% for line in cart.lines %}{{ line.quantity }} × {{ line.title }}  {{ line.total }}
{% endfor %}Total  {{ cart.total }}
{{ cart.url }}
${textEnd}
You are getting this because you left your email address with your cart. To stop such emails:
{{ unsubscribeUrl }}
`,
  },
} as const satisfies Partial<Record<MessageKind, Mail>>;
