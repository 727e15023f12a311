/** The mailbox in a browser: a list, and one email in a sandboxed frame. */
import { escaped } from "#core/html";
import type { Mail } from "./mail.ts";

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { margin: 0 auto; max-width: 60rem; padding: 1.25rem 1rem; overflow-wrap: anywhere }
  header { align-items: baseline; display: flex; flex-wrap: wrap; gap: .5rem 1rem; justify-content: space-between }
  h1 { font-size: 1.25rem; line-height: 1.3; margin: 0 }
  a { color: light-dark(#3b5bdb, #91a7ff) }
  ol { list-style: none; margin: 1rem 0; padding: 0 }
  li { border-top: 1px solid #8884 }
  li a { color: inherit; display: grid; gap: 0 1rem; grid-template-columns: 1fr auto; padding: .6rem .25rem; text-decoration: none }
  li a:hover { background: #8882 }
  .quiet { opacity: .75 }
  dl { display: grid; gap: .15rem .75rem; grid-template-columns: auto 1fr; margin: 1rem 0 }
  dd { margin: 0 }
  iframe { background: #fff; border: 1px solid #8884; border-radius: .4rem; height: 70vh; width: 100% }
  pre { border: 1px solid #8884; border-radius: .4rem; padding: .75rem; white-space: pre-wrap }
  button { background: none; border: 1px solid #8888; border-radius: .4rem; color: inherit; cursor: pointer; font: inherit; padding: .25rem .75rem }
`;

const page = (title: string, body: string, head = ""): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}
<title>${escaped(title)}</title><style>${style}</style></head><body>${body}</body></html>
`;

const time = (at: Date): string => `<time datetime="${at.toISOString()}">${at.toLocaleTimeString("en-GB")}</time>`;

/** Reloads itself to show new ones. */
export const listPage = (mails: readonly Mail[], smtpPort: number): string =>
  page(
    `Mailbox (${mails.length})`,
    `<header><h1>Mailbox</h1>${
      mails.length > 0 ? '<form method="post" action="/empty"><button>Empty it</button></form>' : ""
    }</header>
<main>${mails.length === 0 ? nothingYet(smtpPort) : `<ol>${mails.map(row).join("")}</ol>`}</main>`,
    '<meta http-equiv="refresh" content="2">',
  );

const row = ({ number, subject, to, at }: Mail): string =>
  `<li><a href="/${number}"><strong>${escaped(subject) || "No subject"}</strong> ${time(at)}
<span class="quiet">to ${escaped(to)}</span></a></li>`;

const nothingYet = (port: number): string => `<p>No email yet. In the admin, under Settings › Providers, set up
<strong>Mail server (SMTP)</strong>: server <code>127.0.0.1</code>, port <code>${port}</code>, security <em>None</em>, and
any address to send from. Then place an order. Nothing that arrives here goes any further.</p>`;

export const mailPage = ({ number, subject, from, to, at, html, text }: Mail): string =>
  page(
    subject,
    `<header><h1>${escaped(subject) || "No subject"}</h1><a href="/">All emails</a></header>
<dl><dt class="quiet">From</dt><dd>${escaped(from)}</dd><dt class="quiet">To</dt><dd>${escaped(to)}</dd>
<dt class="quiet">At</dt><dd>${time(at)} · <a href="/${number}/raw">as it travelled</a></dd></dl>
<main>${html === null ? "" : `<iframe title="The email" sandbox="" referrerpolicy="no-referrer" srcdoc="${escaped(html)}"></iframe>`}
<h2>Plain text</h2><pre>${escaped(text)}</pre></main>`,
  );
