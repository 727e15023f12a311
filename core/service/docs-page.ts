import type { Operation } from "#core/contract/kit";
import { codesOf } from "#core/contract/openapi";
import { refusals } from "#core/contract/refusals";

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character] ?? "");

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { margin: 0 auto; max-width: 60rem; padding: 1.5rem }
  nav { columns: 14rem; margin: 1rem 0 2rem }
  nav a { display: block; text-decoration: none }
  section { border-top: 1px solid #8884; padding: .6rem 0 }
  h2 { margin: 2.5rem 0 .5rem; text-transform: capitalize }
  h3 { margin: 0; font: 600 1rem ui-monospace, monospace; overflow-wrap: anywhere }
  h3 b { display: inline-block; min-width: 4.5rem }
  p { margin: .25rem 0 }
  small { opacity: .75; overflow-wrap: anywhere }
`;

/** This API as one page to read: every operation, what it needs and how it may refuse. */
export function docsPage(areas: Readonly<Record<string, readonly Operation[]>>): string {
  const shown = Object.entries(areas).filter(([, operations]) => operations.length > 0);
  const nav = shown.map(([area]) => `<a href="#${area}">${area}</a>`).join("");
  const sections = shown.map(
    ([area, operations]) => `<h2 id="${area}">${area}</h2>${operations.map(sectionOf).join("")}`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Quartermaster API</title><style>${style}</style>
<h1>Quartermaster API</h1>
<p>Send an API key as <code>Authorization: Bearer qmk_…</code>. Every field, with its type, is in
<a href="/api/openapi.json">openapi.json</a>.</p>
<nav>${nav}</nav>${sections.join("")}</html>`;
}

function sectionOf(op: Operation): string {
  const fields = Object.keys(op.input.shape).filter((name) => !op.path.includes(`{${name}}`));
  const codes = codesOf(op).map((code) => `${refusals[code][0]} ${code}`);
  return `<section id="${op.name}"><h3><b>${op.method}</b> ${escaped(op.path)}</h3>
<p>${escaped(op.summary)}</p>
<p><small>${op.name} · needs ${op.right}${fields.length > 0 ? ` · takes ${fields.join(", ")}` : ""}${
    op.emits ? ` · emits ${op.emits.join(", ")}` : ""
  }</small></p><p><small>refuses ${codes.join(", ")}</small></p></section>`;
}
