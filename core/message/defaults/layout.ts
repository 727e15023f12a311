/**
 * The layout of a new store's emails: one column that fits a phone, inline styles because mail programs drop style
 * sheets, and colours for dark mode in the head, for the programs that support it.
 */

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const quiet = "color:#5c6670;font-size:14px;line-height:20px";

const head = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{{ shop.name }}</title>
<style data-embed>
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #16181b !important }
  .card { background: #22262b !important }
  .ink, .ink a { color: #f1f3f5 !important }
  .quiet { color: #a9b2bb !important }
  .rule { border-color: #3a4047 !important }
}
@media (max-width: 480px) {
  .card { padding: 24px 18px !important }
  .button { display: block !important; text-align: center !important }
}
</style>
</head>`;

/** @param preview the text that an inbox shows next to the subject. */
export const page = ({ preview, body }: { readonly preview: string; readonly body: string }): string => `${head}
<body class="page" style="margin:0;padding:0;background:#f3f4f6">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="page" style="background:#f3f4f6">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;word-break:break-word;${font}">
<tr><td style="padding:0 8px 16px">
{% if shop.logoUrl != "" %}<img src="{{ shop.logoUrl }}" alt="{{ shop.name }}" height="40" style="display:block;height:40px;max-width:240px;border:0">{% else %}<span class="ink" style="font-size:20px;font-weight:700;color:#14181c">{{ shop.name }}</span>{% endif %}
</td></tr>
<tr><td class="card" style="background:#ffffff;border-radius:12px;padding:32px">
${body}
</td></tr>
<tr><td class="quiet" style="padding:16px 8px;${quiet}">{{ shop.name }}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

export const title = (text: string): string =>
  `<h1 class="ink" style="margin:0 0 12px;font-size:24px;line-height:30px;font-weight:700;color:#14181c">${text}</h1>`;

export const paragraph = (text: string): string =>
  `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:24px;color:#14181c">${text}</p>`;

export const note = (text: string): string => `<p class="quiet" style="margin:0 0 16px;${quiet}">${text}</p>`;

/** @param address a variable of the message, or a URL. */
export const button = (label: string, address: string): string => `<p style="margin:20px 0 24px">
<a class="button" href="${address}" style="display:inline-block;background:#1c6ed6;color:#ffffff;font-size:16px;line-height:20px;font-weight:600;text-decoration:none;padding:14px 24px;border-radius:8px">${label}</a>
</p>`;

const picture = `{% if line.imageUrl != "" %}<img src="{{ line.imageUrl }}" alt="" width="56" height="56" style="display:block;width:56px;height:56px;border-radius:8px;object-fit:cover;border:0">{% endif %}`;

const row = (cells: string) => `<tr>${cells}</tr>`;
const cell = (more: string, inside: string, name = "ink rule") =>
  `<td class="${name}" style="padding:12px 0;border-bottom:1px solid #e4e7ea;font-size:15px;line-height:20px;color:#14181c;${more}">${inside}</td>`;

/** Lines with their images. @param path the name of the list. */
export const lines = (
  path: string,
  withPrices: boolean,
): string => `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">
{% for line in ${path} %}${row(
  cell("width:68px;vertical-align:top", picture) +
    cell(
      "vertical-align:top",
      `{{ line.title }}<br><span class="quiet" style="${quiet}">{{ line.quantity }} ×${withPrices ? " {{ line.unitPrice }}" : ""}</span>`,
    ) +
    (withPrices ? cell("vertical-align:top;text-align:right;white-space:nowrap", "{{ line.total }}") : ""),
)}
{% endfor %}</table>`;

const sum = (label: string, value: string, isTotal = false) =>
  row(
    `<td class="${isTotal ? "ink" : "quiet"}" style="padding:4px 0;${isTotal ? "font-size:17px;font-weight:700;color:#14181c" : quiet}">${label}</td>
<td class="ink" style="padding:4px 0;text-align:right;color:#14181c;${isTotal ? "font-size:17px;font-weight:700" : "font-size:14px"}">${value}</td>`,
  );

export const totals = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">
${sum("Subtotal", "{{ order.subtotal }}")}
{% if order.discount != "" %}${sum("Discount", "−{{ order.discount }}")}{% endif %}
{% if order.shipping != "" %}${sum("Shipping", "{{ order.shipping }}")}{% endif %}
{% if order.tax != "" %}${sum(`{% if order.taxIncluded != "" %}Tax included{% else %}Tax{% endif %}`, "{{ order.tax }}")}{% endif %}
${sum("Total", "{{ order.total }}", true)}
{% if order.due != "" and order.paid != "" %}${sum("Still to pay", "{{ order.due }}")}{% endif %}
</table>`;

export const address = `{% if order.address.size > 0 %}<p class="quiet" style="margin:0 0 4px;${quiet}">Delivery address</p>
<p class="ink" style="margin:0;font-size:15px;line-height:22px;color:#14181c">{% for line in order.address %}{{ line.text }}{% unless forloop.last %}<br>{% endunless %}{% endfor %}</p>{% endif %}`;
