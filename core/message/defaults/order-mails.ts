/** What a new store writes to customers about their orders. */
import type { MessageKind } from "#core/contract/message-kinds";
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
{% endif %}Total  {{ order.total }}
`;
const textFew = (path: string) => `{% for line in ${path} %}{{ line.quantity }} × {{ line.title }}\n{% endfor %}`;
const textEnd = "\n{{ shop.name }}\n";

const whole = `${lines("order.lines", true)}\n${totals}\n${address}`;
const greeting = "Hello {{ customer.name }},";
const because = `{% if reason != "" %}Reason: {{ reason }}{% endif %}`;
const tracking = `{% if parcel.trackingNumber != "" %}Tracking number: {{ parcel.trackingNumber }}{% endif %}`;

export const orderMails = {
  "order.created": {
    subject: "Your order {{ order.number }}",
    html: page({
      preview: "Thank you. We have your order {{ order.number }}.",
      body: `${title("Thank you for your order")}
${paragraph(`${greeting} we have your order <strong>{{ order.number }}</strong> of {{ order.placedOn }}. We will write again when it is on its way.`)}
${whole}`,
    }),
    body: `${greeting}

we have your order {{ order.number }} of {{ order.placedOn }}. We will write again when it is on its way.

${textLines}
${textTotals}${textEnd}`,
  },
  "order.paid": {
    subject: "Payment received for order {{ order.number }}",
    html: page({
      preview: "We have received {{ order.paid }} for your order {{ order.number }}.",
      body: `${title("Payment received")}
${paragraph(`${greeting} we have received <strong>{{ order.paid }}</strong> for your order <strong>{{ order.number }}</strong>. We are getting it ready.`)}
${whole}`,
    }),
    body: `${greeting}

we have received {{ order.paid }} for your order {{ order.number }}. We are getting it ready.

${textLines}
${textTotals}${textEnd}`,
  },
  "order.shipped": {
    subject: "Your order {{ order.number }} is on its way",
    html: page({
      preview: "A parcel of your order {{ order.number }} has left.",
      body: `${title("Your parcel is on its way")}
${paragraph(`${greeting} a parcel of your order <strong>{{ order.number }}</strong> has left{% if parcel.service != "" %} by {{ parcel.service }}{% endif %}.`)}
{% if parcel.trackingUrl != "" %}${button("Track your parcel", "{{ parcel.trackingUrl }}")}{% endif %}
{% if parcel.trackingNumber != "" %}${note(tracking)}{% endif %}
${lines("parcel.lines", false)}
${address}`,
    }),
    body: `${greeting}

a parcel of your order {{ order.number }} has left.
${tracking}
{% if parcel.trackingUrl != "" %}Track it: {{ parcel.trackingUrl }}
{% endif %}
${textFew("parcel.lines")}${textEnd}`,
  },
  "order.delivered": {
    subject: "Your order {{ order.number }} has arrived",
    html: page({
      preview: "A parcel of your order {{ order.number }} was delivered.",
      body: `${title("Your parcel has arrived")}
${paragraph(`${greeting} a parcel of your order <strong>{{ order.number }}</strong> was delivered. If anything is missing or broken, please answer this message.`)}
${lines("parcel.lines", false)}`,
    }),
    body: `${greeting}

a parcel of your order {{ order.number }} was delivered. If anything is missing or broken, please answer this message.

${textFew("parcel.lines")}${textEnd}`,
  },
  "order.edited": {
    subject: "Your order {{ order.number }} was changed",
    html: page({
      preview: "This is your order {{ order.number }} now.",
      body: `${title("Your order was changed")}
${paragraph(`${greeting} your order <strong>{{ order.number }}</strong> was changed: {% for change in changes %}{{ change.text }}{% unless forloop.last %}, {% endunless %}{% endfor %}. This is how it is now.`)}
${whole}`,
    }),
    body: `${greeting}

your order {{ order.number }} was changed: {% for change in changes %}{{ change.text }}{% unless forloop.last %}, {% endunless %}{% endfor %}. This is how it is now.

${textLines}
${textTotals}${textEnd}`,
  },
  "order.cancelled": {
    subject: "Your order {{ order.number }} was cancelled",
    html: page({
      preview: "Your order {{ order.number }} was cancelled.",
      body: `${title("Your order was cancelled")}
${paragraph(`${greeting} your order <strong>{{ order.number }}</strong> of {{ order.placedOn }} was cancelled.{% if order.paid != "" %} What you have paid is going back to you, and we will write when it does.{% endif %}`)}
{% if reason != "" %}${note(because)}{% endif %}
${lines("order.lines", true)}`,
    }),
    body: `${greeting}

your order {{ order.number }} of {{ order.placedOn }} was cancelled.{% if order.paid != "" %} What you have paid is going back to you, and we will write when it does.{% endif %}
${because}

${textLines}${textEnd}`,
  },
  "order.refunded": {
    subject: "A refund for your order {{ order.number }}",
    html: page({
      preview: "{{ refund.amount }} is on its way back to you.",
      body: `${title("A refund is on its way")}
${paragraph(`${greeting} we have refunded <strong>{{ refund.amount }}</strong> of your order <strong>{{ order.number }}</strong>. It goes back the way you paid, and can take a few working days to arrive.`)}
{% if refund.reason != "" %}${note("Reason: {{ refund.reason }}")}{% endif %}`,
    }),
    body: `${greeting}

we have refunded {{ refund.amount }} of your order {{ order.number }}. It goes back the way you paid, and can take a few working days to arrive.
{% if refund.reason != "" %}Reason: {{ refund.reason }}
{% endif %}${textEnd}`,
  },
  "order.returned": {
    subject: "We have your return of order {{ order.number }}",
    html: page({
      preview: "What you sent back has arrived.",
      body: `${title("We have your return")}
${paragraph(`${greeting} what you sent back from your order <strong>{{ order.number }}</strong> has arrived.`)}
${lines("return.lines", false)}`,
    }),
    body: `${greeting}

what you sent back from your order {{ order.number }} has arrived.

${textFew("return.lines")}${textEnd}`,
  },
  "payment.requested": {
    subject: "Please pay for your order {{ order.number }}",
    html: page({
      preview: "{{ payment.amount }} is due for your order {{ order.number }}.",
      body: `${title("Please pay for your order")}
${paragraph(`${greeting} <strong>{{ payment.amount }}</strong> is due for your order <strong>{{ order.number }}</strong>.`)}
${button("Pay {{ payment.amount }}", "{{ payment.url }}")}
{% if payment.expiresOn != "" %}${note("You can pay here until {{ payment.expiresOn }}.")}{% endif %}
${whole}`,
    }),
    body: `${greeting}

{{ payment.amount }} is due for your order {{ order.number }}. You can pay here:
{{ payment.url }}

${textLines}
${textTotals}${textEnd}`,
  },
  "cart.abandoned": {
    subject: "You have left something in your cart",
    html: page({
      preview: "Your cart is still here.",
      body: `${title("Your cart is still here")}
${paragraph("{% if customer.name != '' %}Hello {{ customer.name }}, you{% else %}You{% endif %} have left something in your cart at {{ shop.name }}.")}
${lines("cart.lines", true)}
{% if cart.url != "" %}${button("Back to my cart", "{{ cart.url }}")}{% endif %}`,
    }),
    body: `You have left something in your cart at {{ shop.name }}.

{% for line in cart.lines %}{{ line.quantity }} × {{ line.title }}  {{ line.total }}
{% endfor %}Total  {{ cart.total }}
{{ cart.url }}
${textEnd}`,
  },
} as const satisfies Partial<Record<MessageKind, Mail>>;
