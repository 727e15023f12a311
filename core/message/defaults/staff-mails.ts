/** A new store's emails to its staff. */
import type { MessageKind } from "#core/contract/values/message-kinds";
import { button, note, page, paragraph, title } from "./layout.ts";
import type { Mail } from "./order-mails.ts";

const td = `class="ink rule" style="padding:8px 0;border-bottom:1px solid #e4e7ea;font-size:15px;line-height:20px;color:#14181c"`;

export const staffMails = {
  "staff.invited": {
    subject: "{{ invitation.invitedBy }} has invited you to {{ shop.name }}",
    html: page({
      preview: "Choose a password to get started.",
      body: `${title("You have been invited")}
${paragraph("Hello {{ invitation.name }}, {{ invitation.invitedBy }} has invited you to join {{ shop.name }} as {{ invitation.role }}.")}
${button("Accept the invitation", "{{ invitation.link }}")}
${note("The link works once, until {{ invitation.expiresOn }}. If you were not expecting this invitation, you can ignore it.")}`,
    }),
    body: `Hello {{ invitation.name }},

{{ invitation.invitedBy }} has invited you to join {{ shop.name }} as {{ invitation.role }}. Accept here:
{{ invitation.link }}

The link works once, until {{ invitation.expiresOn }}. If you were not expecting this invitation, you can ignore it.
`,
  },
  "staff.passwordReset": {
    subject: "Choose a new password for {{ shop.name }}",
    html: page({
      preview: "The link works once, for a day.",
      body: `${title("Choose a new password")}
${paragraph("Hello {{ reset.name }}, {{ reset.sentBy }} has sent you this link to choose a new password for {{ shop.name }}.")}
${button("Choose a new password", "{{ reset.link }}")}
${note("The link works once, until {{ reset.expiresOn }}. Your password stays as it is until you use it. If you did not ask for it, tell {{ reset.sentBy }}.")}`,
    }),
    body: `Hello {{ reset.name }},

{{ reset.sentBy }} has sent you this link to choose a new password for {{ shop.name }}:
{{ reset.link }}

The link works once, until {{ reset.expiresOn }}. Your password stays as it is until you use it. If you did not ask for it, tell {{ reset.sentBy }}.
`,
  },
  "staff.emailChanged": {
    subject: "Your email address at {{ shop.name }} was changed",
    html: page({
      preview: "You sign in with another address from now on.",
      body: `${title("Your email address was changed")}
${paragraph("Hello {{ change.name }}, on {{ change.changedOn }} {{ change.changedBy }} changed the email address that you sign in to {{ shop.name }} with. This one no longer works.")}
${note("If you did not expect this, tell an owner of the store at once.")}`,
    }),
    body: `Hello {{ change.name }},

On {{ change.changedOn }} {{ change.changedBy }} changed the email address that you sign in to {{ shop.name }} with. This one no longer works.

If you did not expect this, tell an owner of the store at once.
`,
  },
  "webhook.dead": {
    subject: "Webhooks are not reaching {{ endpoint.url | truncate: 60 }}",
    html: page({
      preview: "{{ endpoint.dead }} deliveries were given up.",
      body: `${title("Webhooks are not getting through")}
${paragraph("{{ endpoint.dead }} deliveries to <strong>{{ endpoint.url }}</strong> were given up after every attempt failed. They are kept, and can be sent again once the endpoint works.")}
{% if endpoint.lastError != "" %}${note("The last error was: {{ endpoint.lastError }}")}{% endif %}
${button("Open the endpoint", "{{ endpoint.adminUrl }}")}`,
    }),
    body: `{{ endpoint.dead }} deliveries to {{ endpoint.url }} were given up after every attempt failed.
{% if endpoint.lastError != "" %}The last error was: {{ endpoint.lastError }}
{% endif %}
They are kept, and can be sent again once the endpoint works:
{{ endpoint.adminUrl }}
`,
  },
  "stock.low": {
    subject: "Low stock: {{ stock.lines.first.title }}{% if stock.lines.size > 1 %} and others{% endif %}",
    html: page({
      preview: "Time to reorder.",
      body: `${title("Running low")}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">
{% for line in stock.lines %}<tr><td ${td}>{{ line.title }}<br><span class="quiet" style="color:#5c6670;font-size:14px">{{ line.sku }}</span></td>
<td ${td} align="right"><span style="white-space:nowrap">{{ line.available }} left</span></td></tr>
{% endfor %}</table>
{% if stock.more != "" %}${note("And {{ stock.more }} more.")}{% endif %}
${button("See what is running low", "{{ stock.adminUrl }}")}`,
    }),
    body: `{% for line in stock.lines %}{{ line.available }} left: {{ line.title }} ({{ line.sku }})
{% endfor %}{% if stock.more != "" %}And {{ stock.more }} more.
{% endif %}
{{ stock.adminUrl }}
`,
  },
  "report.scheduled": {
    subject: "{{ report.name }}, {{ report.day }}",
    html: page({
      preview:
        '{% if report.failed != "" %}The report could not be run.{% else %}{{ report.rowCount }} {% if report.rowCount == "1" %}row{% else %}rows{% endif %}.{% endif %}',
      body: `${title("{{ report.name }}")}
{% if report.description != "" %}${note("{{ report.description }}")}{% endif %}
{% if report.failed != "" %}${paragraph("The report could not be run this morning: {{ report.failed }}")}{% else %}
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;word-break:normal">
<tr>{% for column in report.columns %}<th scope="col" class="quiet rule" align="{{ column.align }}" style="padding:6px 8px 6px 0;border-bottom:1px solid #e4e7ea;font-size:13px;color:#5c6670">{{ column.name }}</th>{% endfor %}</tr>
{% for row in report.rows %}<tr>{% for cell in row.cells %}<td class="ink rule" align="{{ cell.align }}" style="padding:6px 8px 6px 0;border-bottom:1px solid #e4e7ea;font-size:14px;line-height:20px;color:#14181c">{{ cell.text }}</td>{% endfor %}</tr>
{% endfor %}</table>
{% if report.rows.size == 0 %}${note("The report found nothing.")}{% endif %}
{% if report.more != "" %}${note("{{ report.more }}")}{% endif %}{% endif %}
${button("Open the report", "{{ report.adminUrl }}")}`,
    }),
    body: `{{ report.name }}, {{ report.day }}

{% if report.failed != "" %}The report could not be run this morning: {{ report.failed }}
{% else %}{% for column in report.columns %}{{ column.name }}{% unless forloop.last %} | {% endunless %}{% endfor %}
{% for row in report.rows %}{% for cell in row.cells %}{{ cell.text }}{% unless forloop.last %} | {% endunless %}{% endfor %}
{% endfor %}{% if report.rows.size == 0 %}The report found nothing.
{% endif %}{{ report.more }}
{% endif %}
{{ report.adminUrl }}
`,
  },
} as const satisfies Partial<Record<MessageKind, Mail>>;
