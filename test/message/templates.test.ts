/** Templates: what they may contain, what is refused, and what they render to. */

import { describe, expect, it } from "vitest";
import type { Asked } from "#core/contract/kit/operation";
import * as message from "#core/contract/message";
import * as template from "#core/contract/template";
import { hasChannel, messageChannels, messageKinds } from "#core/contract/values/message-kinds";
import type { Variables } from "#core/contract/values/message-variables";
import { variablesOf } from "#core/contract/values/message-variables";
import { db } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { originalOf } from "#core/message/defaults/original";
import { faultsOf } from "#core/message/template/check";
import { parsed, rendered } from "#core/message/template/engine";
import { exampleOf } from "#core/message/template/example";
import { fitted } from "#core/message/template/registered";
import { writtenBy } from "#core/message/template/render";
import { smsParts } from "#core/message/template/sms-parts";
import { wordsOf } from "#core/message/template/words";
import { call } from "../support/call.ts";
import { pagesOf } from "../support/given/catalogue.ts";
import { aKey } from "../support/given/given.ts";
import { workOnMessages } from "../support/given/mail.ts";
import { anOrder } from "../support/given/orders.ts";
import { roleHas } from "../support/given/people.ts";
import { processorMsOf } from "../support/processor-time.ts";

const named = { kind: "order.created", channel: "email" } as const;
const mail = { subject: "Order {{ order.number }}", html: "<p>{{ customer.name }}</p>", body: "{{ order.total }}" };
const edited = (source: Asked<typeof template.edit>["source"], more = {}) =>
  call(template.edit, { ...named, source, ...more });
const faultsIn = async (html: string) => {
  const { status, body } = await edited({ ...mail, html });
  expect(status).toBe(400);
  return body.error?.detail?.["faults"];
};

const every = messageKinds.flatMap((kind) =>
  messageChannels.filter((channel) => hasChannel(kind, channel)).map((channel) => ({ kind, channel })),
);

describe("the built-in texts", () => {
  it.each(every)("work unchanged: $kind by $channel", async ({ kind, channel }) => {
    expect(await faultsOf(kind, channel, originalOf(kind, channel)!)).toEqual([]);
    const { body } = await call(template.preview, { kind, channel });
    expect(body.faults).toEqual([]);
    expect(body.body).not.toMatch(/\{\{|\}\}|undefined|null|\[object/);
    if (channel === "sms") expect(body.parts).toMatchObject({ count: expect.toSatisfy((count: number) => count <= 2) });
    else expect(body.html).not.toMatch(/\{\{|\}\}|undefined|\[object/);
  });

  // Liquid treats an empty text as true: an empty image URL is a broken image in every mail.
  it("show no image if there is none", () => {
    const { html = "" } = originalOf("order.created", "email")!;
    const example = exampleOf("order.created") as { shop: object; order: { lines: object[] } }; // its type
    const lines = example.order.lines.map((line) => ({ ...line, imageUrl: "" }));
    const scope = { ...example, shop: { ...example.shop, logoUrl: "" }, order: { ...example.order, lines } };
    expect(rendered(parsed(html, "html"), "html", scope)).not.toContain("<img");
  });

  it.each(messageKinds)("have an example with exactly the variables that exist: %s", (kind) => {
    const same = (shape: Variables, example: Readonly<Record<string, unknown>>, path: string): void => {
      expect([path, Object.keys(example).toSorted()]).toEqual([path, Object.keys(shape).toSorted()]);
      for (const [name, inside] of Object.entries(shape)) {
        const value = example[name];
        if (typeof inside === "string") expect([path, name, typeof value]).toEqual([path, name, "string"]);
        else if (Array.isArray(inside))
          for (const one of value as object[]) same(inside[0], { ...one }, `${path}.${name}`);
        else same(inside as Variables, { ...(value as object) }, `${path}.${name}`);
      }
    };
    same(variablesOf(kind), { ...exampleOf(kind) }, kind);
  });
});

describe("a template that", () => {
  it("uses an unknown variable is refused with line, column and a suggestion", async () => {
    expect(await faultsIn("<p>\n  {{ order.nmber }}</p>")).toEqual([
      {
        part: "html",
        line: 2,
        column: 6,
        says: "There is no order.nmber in this message.",
        suggestion: "order.number",
      },
    ]);
    expect(await faultsIn("{% for line in order.lines %}{{ line.titel }}{% endfor %}")).toMatchObject([
      { says: "There is no line.titel in this message.", suggestion: "line.title" },
    ]);
    expect(await faultsIn("{{ parcel.trackingUrl }}")).toMatchObject([{ says: "There is no parcel in this message." }]);
  });

  it("names an item of a list by anything but its number is refused", async () => {
    expect((await edited({ ...mail, html: "{{ order.lines[0].title }} {{ order.lines[-1].title }}" })).status).toBe(
      200,
    );
    await call(template.reset, named);
    for (const key of ["x1", "1x"]) {
      expect(await faultsIn(`{{ order.lines['${key}'].title }}`)).toMatchObject([
        { says: `There is no order.lines.${key} in this message.` },
      ]);
    }
    expect(await faultsIn("{{ order.lines[0].titel }}")).toMatchObject([
      { says: "There is no order.lines.0.titel in this message." },
    ]);
  });

  // Each was compared with every name that the template assigns: thousands of both took many seconds.
  it("uses many unknown variables is refused with the first of them, in the order of the text", async () => {
    const html = Array.from({ length: 60 }, (_, nth) => `{{ a${nth % 2}.x }}{% assign b${nth} = 1 %}`).join("\n");
    const faults = (await faultsIn(html)) as { line: number }[]; // its type
    expect(faults.map(({ line }) => line)).toEqual(Array.from({ length: 50 }, (_, nth) => nth + 1));
  });

  it.each([
    ["is never closed", "{% if order.paid %}", /never closed/],
    ["has an open bracket", "Hello {{ customer.name", /never closed/],
    ["has a filter that there is not", "{{ order.total | nosuch }}", /no filter nosuch/],
    ["would put HTML into a mail", "{{ customer.name | raw }}", /no filter raw/],
    ["includes a file", "{% include '/etc/passwd' %}", /no tag include/],
    ["renders a file", "{% render '/etc/passwd' %}", /no tag render/],
    ["has a layout", "{% layout 'x' %}", /no tag layout/],
    ["never ends", "{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}", /takes too long/],
    [
      "makes much of little",
      "{% for a in (1..30000) %}aaaaaaaaaaaaaaaaaaaaaaaaaaa{% endfor %}",
      /500000 characters|too long/,
    ],
    [
      "doubles a text again and again",
      "{% assign a = 'xxxxxxxx' %}{% for b in (1..60) %}{% assign a = a | append: a %}{% endfor %}",
      /too much memory|too long/,
    ],
    [
      "captures large texts",
      `{% for a in (1..60) %}{% capture x %}{% for b in (1..200) %}${"x".repeat(20_000)}{{ a }}{% endfor %}{% endcapture %}{% endfor %}`,
      /too much memory/,
    ],
    ["counts to a billion", "{% for a in (1..1000000000) %}a{% endfor %}", /too much memory|too long/],
  ])("%s is refused", async (_, html, says) => {
    const work = async () =>
      expect(await faultsIn(html)).toMatchObject([{ part: "html", says: expect.stringMatching(says) }]);
    // A tenth of a second each for parsing and rendering it; the rest is for a busy machine.
    expect(await processorMsOf(work)).toBeLessThan(5_000);
  });

  it("is nested extremely deeply is refused, and the process continues", async () => {
    const deep = `${"{% if order %}".repeat(2_000)}x${"{% endif %}".repeat(2_000)}`;
    const { status } = await edited({ ...mail, html: deep });
    expect([200, 400]).toContain(status);
    expect((await call(template.read, named)).status).toBe(200);
  });

  // A time limit would stop the store's own mails on a busy machine, and allow more on a fast one.
  it("has too many steps is stopped at the same step, however fast the machine is", () => {
    const looping = parsed("{% for a in (1..1000) %}{% for b in (1..1000) %}{% endfor %}{% endfor %}", "text");
    const stopped = () => rendered(looping, "text", {});
    expect(stopped).toThrow(/more than 20000 steps/);
    const example = exampleOf("order.created") as { order: { lines: object[] } }; // its type
    const lines = Array.from({ length: 200 }, (_, nth) => ({ ...example.order.lines[0], title: nth }));
    const { html = "" } = originalOf("order.created", "email")!;
    expect(rendered(parsed(html, "html"), "html", { ...example, order: { ...example.order, lines } })).toContain(
      ">199<",
    );
  });

  it.each([
    ["a filter that throws", "{{ 'x' | divided_by: 0 }}{{ 'a' | slice: 'b' }}"],
    [
      "a regular expression's worst",
      "{% capture s %}{% for i in (1..9000) %}<script{% endfor %}{% endcapture %}{{ s | strip_html }}",
    ],
    ["a hundred brackets", `{{ ${"(".repeat(100)} }}`],
    [
      "a list of lists",
      "{% assign a = 'x' | split: '' %}{% for i in (1..50) %}{% assign a = a | concat: a %}{% endfor %}{{ a }}",
    ],
  ])("has %s ends, and the next message is rendered", (_, source) => {
    try {
      rendered(parsed(source, "html"), "html", {});
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
    expect(rendered(parsed("{{ a }}", "html"), "html", { a: "<b>" })).toBe("&lt;b&gt;");
  });

  it("reaches for the JavaScript runtime through a value finds nothing", () => {
    const reaching =
      "{{ a.constructor }}{{ a.__proto__ }}{{ list.constructor.constructor }}{{ a.prototype }}|{{ list.map }}";
    expect(rendered(parsed(reaching, "html"), "html", { a: "x", list: [1] })).toBe("|");
  });

  // Twice escaped, O'Brien reads `O&#39;Brien`, and the tags of a captured piece are read as text.
  it.each([
    ["escapes a value itself", "<p>{{ name | escape }}</p>", "<p>O&#39;Brien &lt;b&gt;</p>"],
    ["escapes it once", "<p>{{ name | escape_once }}</p>", "<p>O&#39;Brien &lt;b&gt;</p>"],
    ["escapes it and cuts it", "{{ name | truncate: 10 | escape }}", "O&#39;Brien..."],
    ["captures a piece", "{% capture x %}<b>{{ name }}</b>{% endcapture %}{{ x }}", "<b>O&#39;Brien &lt;b&gt;</b>"],
    [
      "captures a piece of a piece",
      "{% capture x %}<b>{{ name }}</b>{% endcapture %}{% capture y %}<i>{{ x }}</i>{% endcapture %}{{ y }}",
      "<i><b>O&#39;Brien &lt;b&gt;</b></i>",
    ],
    ["makes line breaks", "{{ lines | newline_to_br }}", "a &lt;i&gt;<br />\nb"],
    ["assigns HTML", "{% assign x = '<b>' | append: name %}{{ x }}", "&lt;b&gt;O&#39;Brien &lt;b&gt;"],
  ])("%s escapes it once", (_, source, html) => {
    expect(rendered(parsed(source, "html"), "html", { name: "O'Brien <b>", lines: "a <i>\nb" })).toBe(html);
  });

  it("has no text for its channel is refused", async () => {
    expect((await edited({ body: "x" })).body.error?.code).toBe("template.faulty");
    const sms = { kind: "order.shipped", channel: "sms", source: mail } as const;
    expect((await call(template.edit, sms)).body.error?.code).toBe("template.faulty");
    const none = { kind: "stock.low", channel: "sms" } as const;
    expect((await call(template.read, none)).body.error?.code).toBe("template.unknown");
  });
});

describe("a custom template", () => {
  it("is used for later messages, and earlier ones stay", async () => {
    const before = await anOrder();
    await workOnMessages();
    const { body: now } = await edited(mail);
    expect(now).toMatchObject({ isOwn: true, source: mail });
    const { id, number } = await anOrder();
    await workOnMessages();
    const read = async (orderId: `ord_${string}`) => {
      const [item] = (await call(message.list, { orderId })).body.items;
      return (await call(message.read, { id: item!.id })).body;
    };
    expect(await read(id)).toMatchObject({
      subject: `Order ${number}`,
      html: "<p>Asha Rao</p>",
      templateVersion: now.version,
    });
    expect(await read(before.id)).toMatchObject({ subject: `We have received your order ${before.number}` });
  });

  it("has versions with author and time, and can be reset to the built-in one", async () => {
    await edited({ ...mail, subject: "First" });
    const { body: second } = await edited({ ...mail, subject: "Second" });
    expect((await edited(mail, { after: second.version - 1 })).status).toBe(412);
    const { body: reset } = await call(template.reset, named);
    expect(reset).toMatchObject({ isOwn: false, source: reset.original });
    const { items } = (await call(template.listVersions, { ...named, limit: 3 })).body;
    expect(items.map(({ source }) => source?.subject ?? null)).toEqual([null, "Second", "First"]);
    expect(items[0]).toMatchObject({ by: expect.any(String), at: expect.any(String) });
  });

  // Lambda answers with 6 MB at most: the page of earlier versions would not open any more.
  it("shows its versions on several pages if they are long", async () => {
    const { body: latest } = await edited(mail);
    await db().execute(sql`
      insert into template_versions (kind, channel, version, source, at, actor_name)
      select kind, channel, version + n, jsonb_set(source, '{html}', to_jsonb(repeat('<p>Thanks</p>', 4600))), at, actor_name
      from template_versions, generate_series(1, 110) n where kind = ${named.kind} and channel = ${named.channel}
        and version = ${latest.version}`);
    const sizes: number[] = [];
    const items = await pagesOf(async (cursor) => {
      const answer = await call(template.listVersions, { ...named, limit: 200, ...(cursor && { cursor }) });
      sizes.push(Buffer.byteLength(JSON.stringify(answer.body)));
      return answer;
    });
    expect(items.map(({ version }) => version).slice(0, 111)).toEqual(
      Array.from({ length: 111 }, (_, n) => latest.version + 110 - n),
    );
    expect(Math.max(...sizes)).toBeLessThan(5_000_000);
  });

  it("that fails for one event prevents only that message", async () => {
    await edited({
      ...mail,
      html: "{% assign a = customer.name | split: '' %}{% for x in (1..150) %}{% for y in a %}{{ y }}{{ order.number }}{{ order.total }}{% endfor %}{% endfor %}",
    });
    const long = await anOrder({ name: "n".repeat(200) });
    await workOnMessages();
    const [failed] = (await call(message.list, { orderId: long.id })).body.items;
    await call(template.reset, named);
    const fine = await anOrder();
    await workOnMessages();
    expect((await call(message.list, { orderId: fine.id })).body.items).toHaveLength(1);
    expect(failed).toMatchObject({ status: "failed", says: expect.stringContaining("The template could not be used") });
  });
});

describe("a preview", () => {
  // The first of them blocked everything else for minutes, and anyone who may read templates may ask for a preview.
  it.each([
    ["blanks", { body: `{% for i in (1..30) %}${" ".repeat(9_000)}{% endfor %}x` }, []],
    [
      "styles that are never closed",
      { html: `{% for i in (1..25) %}${"<style>".repeat(2_000)}{% endfor %}` },
      [{ part: "html", says: expect.stringContaining("takes too long") }],
    ],
    [
      "beginnings of styles",
      { html: `{% for i in (1..25) %}${"<style".repeat(2_000)}{% endfor %} data-embed` },
      [{ part: "html", says: expect.stringContaining("takes too long") }],
    ],
  ])("of very many %s is done in a moment", async (_, source, faults) => {
    const work = async () =>
      expect((await call(template.preview, { ...named, source })).body.faults).toMatchObject(faults);
    // A second and a half on a quiet machine.
    expect(await processorMsOf(work)).toBeLessThan(10_000);
  });

  it("is quoted where it differs from its registered text, and no emoji is cut in two", () => {
    const [text, message] = ["🙂".repeat(39), "🙃".repeat(39)].map(
      (start) => `${"a".repeat(4)} ${start}${"b".repeat(9)}`,
    );
    const found = fitted({ id: "1", text: text!, names: [] }, message!);
    expect(found).toMatchObject({ differs: expect.stringContaining(`"aaaa ${"🙃".repeat(35)}…"`) });
    expect(JSON.stringify(found)).not.toMatch(/\\ud[89a-f]/);
  });

  it("is compared with a registered text with many gaps in a moment", async () => {
    const gaps = Array.from({ length: 30 }, (_, nth) => `V${nth}`);
    const text = `${gaps.map(() => "{#var#}").join(" ")} end`;
    const source = { body: "a ".repeat(300), registered: { id: "1", text, names: gaps } };
    const { body } = await call(template.preview, { kind: "order.shipped", channel: "sms", source });
    expect(body.faults).toMatchObject([{ part: "registered", says: expect.stringContaining('goes on with " end"') }]);
  });

  // It shows whose an order is and where it goes, and a test sends that to anyone.
  it("and a test of a real order require the right to see orders", async () => {
    const { id: orderId } = await anOrder();
    await roleHas("staff", ["templates.read", "templates.write"]);
    const as = await aKey({ role: "staff" });
    const refused = { status: 403, body: { error: { code: "right.missing", detail: { right: "orders.read" } } } };
    expect(await call(template.preview, { ...named, orderId }, { as })).toMatchObject(refused);
    expect(await call(template.sendTest, { ...named, to: "a@mail.test", orderId }, { as })).toMatchObject(refused);
    expect((await call(template.preview, named, { as })).status).toBe(200);
    expect((await call(template.sendTest, { ...named, to: "a@mail.test" }, { as })).status).toBe(201);
  });

  it("renders a real order with text that has not been saved", async () => {
    const { id, number } = await anOrder();
    const { body } = await call(template.preview, {
      ...named,
      orderId: id,
      source: { subject: "{{ order.number }} now" },
    });
    expect(body).toMatchObject({ subject: `${number} now`, faults: [] });
  });

  it("of a payment's request shows the order, and what it owes", async () => {
    const { id, number, totals } = await anOrder();
    const { body } = await call(template.preview, {
      ...{ kind: "payment.requested", channel: "email", orderId: id },
      source: { subject: "{{ order.number }}", body: "{{ payment.amount }} of {{ order.total }} at {{ payment.url }}" },
    });
    const total = wordsOf({ language: "en", timeZone: "UTC" }).money(totals!.total);
    expect(body).toMatchObject({
      subject: number,
      faults: [],
      body: `${total} of ${total} at https://pay.example.com/`,
    });
  });

  // The example is short: only the chosen order makes it too long.
  it("answers with the error of an order that the text cannot be made for", async () => {
    const { id } = await anOrder({ name: "n".repeat(200) });
    const html =
      "{% assign a = customer.name | split: '' %}{% for x in (1..150) %}{% for y in a %}{{ y }}{{ order.number }}{{ order.total }}{% endfor %}{% endfor %}";
    const { status, body } = await call(template.preview, { ...named, orderId: id, source: { html } });
    expect([status, body]).toMatchObject([
      200,
      { html: null, faults: [{ part: "html", says: expect.stringContaining("takes too long") }] },
    ]);
  });

  it("answers with the errors instead of a refusal, since someone is still typing", async () => {
    const { status, body } = await call(template.preview, { ...named, source: { html: "{{ order.nmber }}" } });
    expect([status, body.faults]).toMatchObject([200, [{ part: "html", suggestion: "order.number" }]]);
  });

  it.each([
    ["GSM-7", 1, "a".repeat(160)],
    ["GSM-7", 2, "a".repeat(161)],
    ["GSM-7", 2, "€".repeat(81)],
    ["UCS-2", 1, "आ".repeat(70)],
    ["UCS-2", 2, "आ".repeat(71)],
    ["UCS-2", 3, `${"आ".repeat(66)}😀${"आ".repeat(67)}`],
  ] as const)("counts an SMS as it is billed: %s in %i", async (encoding, count, text) => {
    const { body } = await call(template.preview, { kind: "order.shipped", channel: "sms", source: { body: text } });
    expect(body.parts).toMatchObject({ encoding, count });
  });

  // The spaces in amounts are not in GSM-7: they made one part of 150 characters three, each charged.
  it.each(["de", "fr", "en"])("of an SMS has no spaces in its amounts that make it longer (%s)", async (language) => {
    const total = wordsOf({ language, timeZone: "UTC" }).money({ amountMinor: 123_400, currency: "EUR" });
    const { body } = await writtenBy({ body: "Total {{ order.total }}", registered: null }, { order: { total } });
    expect([body, smsParts(body).encoding]).toEqual([`Total ${total.replace(/\s/g, " ")}`, "GSM-7"]);
  });

  it("of an SMS has plain apostrophes: another one made it twice as long", async () => {
    const scope = { shop: { name: "Anna’s" }, order: { total: "CHF\u00a01’234.50" } };
    const source = { body: "{{ shop.name }}: {{ order.total }}, it’s paid.", registered: null };
    const { body } = await writtenBy(source, scope);
    expect([body, smsParts(body).encoding]).toEqual(["Anna's: CHF 1'234.50, it's paid.", "GSM-7"]);
    const mail = { ...source, subject: "{{ shop.name }}", html: "{{ shop.name }}" };
    expect(await writtenBy(mail, scope)).toMatchObject({ subject: "Anna’s", html: "Anna’s" });
  });

  // Most texts with an amount were charged twice in an Indian store.
  it("of an SMS has no sign of the rupee, in the text that is registered neither", async () => {
    const registered = { id: "1", text: "Please pay ₹{#var#}", names: ["due"] };
    const { body, registered: sent } = await writtenBy(
      { body: "Please pay {{ due }}", registered },
      { due: "₹1,234.50" },
    );
    expect([body, smsParts(body).encoding]).toEqual(["Please pay Rs.1,234.50", "GSM-7"]);
    expect(sent).toEqual({ id: "1", values: { due: "1,234.50" } });
    const { body: mail } = await writtenBy(
      { subject: "s", html: "h", body: "{{ due }}", registered: null },
      { due: "₹1" },
    );
    expect(mail).toBe("₹1");
  });
});

it("a test goes only to the given address", async () => {
  await db().execute(sql`update providers set removed_at = clock_timestamp() where kind = 'sender'`);
  const { body } = await call(template.sendTest, { ...named, to: "Me@Store.test" });
  const { body: made } = await call(message.read, { id: body.messageId });
  expect(made).toMatchObject({ recipient: "me@store.test", status: "skipped", why: "noProvider", orderId: null });
  expect((await call(template.sendTest, { ...named, to: "nobody" })).body.error?.code).toBe("request.invalid");
});
