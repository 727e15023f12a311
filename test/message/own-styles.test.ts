/** Styles that authors write in a template's head: mail programs that drop them still show the content. */
import { createServer } from "node:http";
import { expect, it } from "vitest";
import * as template from "#core/contract/template";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { listen } from "#local/http/listen";
import { call } from "../support/call.ts";

const named = { kind: "order.created", channel: "email" } as const;
const texts = { subject: "Order", body: "Dear {{ customer.name }}, thank you." };
const previewed = async (html: string) => (await call(template.preview, { ...named, source: { ...texts, html } })).body;
const page = (css: string, body = '<p class="warm" style="margin:0">{{ customer.name }} &amp; नमस्ते 😀</p>') =>
  `<!doctype html><html><head><style>${css}</style></head><body>${body}</body></html>`;

it("are inlined where possible, and stay in the head where not", async () => {
  const css = `.warm { color: #c2410c } p { margin: 8px; padding: 4px } a:hover { color: red }
    @media (max-width: 480px) { .warm { color: black !important } }`;
  const { html, body, faults } = await previewed(page(css));
  expect(faults).toEqual([]);
  // An element's own style attribute wins, as in a browser.
  expect(html).toMatch(/<p class="warm" style="[^"]*padding: 4px;[^"]*color: #c2410c;[^"]*margin: 0;?[^"]*">/);
  expect(html).toContain("&amp; नमस्ते 😀</p>");
  expect(html).toMatch(/<style>.*a:hover.*@media.*<\/style>/s);
  expect(body).toMatch(/^Dear .+, thank you\.$/);
});

// The preview has to be exactly what a customer will get.
it("are the same in what is sent and in the preview", async () => {
  const source = { ...texts, html: page(".warm { color: #c2410c }") };
  const shown = (await previewed(source.html)).html;
  expect((await call(template.edit, { ...named, source })).status).toBe(200);
  const { body } = await call(template.sendTest, { ...named, to: "asha@example.com" });
  const [kept] = await db().execute<{ html: string; body: string }>(sql`
    select html, body from messages where id = ${body.messageId}`);
  expect(kept?.html).toBe(shown);
  expect(kept?.html).toContain('style="color: #c2410c;');
  expect(kept?.body).not.toContain("color");
  expect((await call(template.read, named)).body.source.html).toBe(source.html);
});

it("stay in the head if they are marked so", async () => {
  const html = '<style data-embed>.a { color: red }</style><p class="a">Hi</p>';
  expect((await previewed(html)).html).toBe(html);
});

// Authors of templates could otherwise make the store send requests to its own network.
it("fetch nothing, whatever they refer to", async () => {
  let asked = 0;
  const server = await listen(createServer((_, response) => void response.end(`.a{color:red}${asked++}`)));
  const css = `@import url(${server.url}/a.css); @import "${server.url}/b.css";
    @font-face { font-family: x; src: url(${server.url}/x.woff) } .warm { background: url(${server.url}/y.png) }`;
  const link = `<link rel="stylesheet" href="${server.url}/c.css"><img src="${server.url}/d.png" data-inline>`;
  const { html, faults } = await previewed(page(css, `${link}<p class="warm">Hi</p>`));
  await server.stop();
  expect(faults).toEqual([]);
  expect(html).toContain(`background: url(${server.url}/y.png)`);
  expect(asked).toBe(0);
});

// Each of these takes seconds if it is not bounded: a worker that is busy with one sends nothing else.
it.each([
  ["very many rules", page("* { color: red }".repeat(2_900))],
  ["very many selectors", page(`${".a, ".repeat(12_000)} .b { color: red }`)],
  ["braces without end", page("{".repeat(45_000))],
  ["comments without end", page("/*".repeat(20_000))],
  ["media without end", page("@media x {".repeat(4_500))],
  [
    "slow selectors on many elements",
    page(":nth-child(2n+1):not(:has(p)) { color: red }".repeat(300), "<p>x</p>".repeat(900)),
  ],
  ["nothing that is CSS", page("} } .a { color: red; } @@@ .b[ {} \u2028")],
])("cannot be used to inject markup: %s", async (_, html) => {
  const { status, body } = await call(template.preview, { ...named, source: { ...texts, html } });
  expect(status).toBe(200);
  expect(body.html !== null || body.faults.length > 0).toBe(true);
});
