/** Pages without scripts, for people who are not signed in. */

/** Text escaped for HTML, including attributes in double quotes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character] ?? "");

/** The style of pages with a single message. */
export const plainStyle = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { box-sizing: border-box; margin: 0 auto; max-width: 32rem; padding: 2rem 1rem; overflow-wrap: anywhere }
  h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .75rem }
  p { margin: .5rem 0 }
  small { opacity: .8 }
  form { border-top: 1px solid #8884; margin-top: 1rem; padding-top: 1rem }
  button { border: 1px solid #8888; border-radius: .4rem; cursor: pointer; font: inherit; min-height: 2.75rem; padding: .4rem 1rem; width: 100% }
  strong.amount { display: block; font-size: 1.75rem; margin: .5rem 0 }
`;

/** A whole page. @param body as HTML: escape text from users. */
export const plainPage = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${plainStyle}</style></head>
<body><main>${body}</main></body></html>
`;
