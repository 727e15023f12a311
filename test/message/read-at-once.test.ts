/** Values of templates, which the engine reads by a shorter way than the library. */
import { Context, Expression, Liquid } from "liquidjs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { hasChannel, messageChannels, messageKinds } from "#core/contract/values/message-kinds";
import { originalOf } from "#core/message/defaults/original";
import { parsed, rendered } from "#core/message/template/engine";
import { exampleOf } from "#core/message/template/example";

const scope = {
  ...{ name: "Asha", none: null, number: 7, no: false, word: "size", list: ["a", "b"], empty: [], text: "" },
  items: [{ title: "Bowl", "two words": "x", size: 3 }, { title: "Cup" }],
  order: { lines: { first: 1 }, total: "€ 3" },
};

const library = new Liquid({ ownPropertyOnly: true });

describe("gives what the library gives", () => {
  it.each([
    "{{ name }}|{{ order.total }}|{{ order['total'] }}|{{ items[0].title }}|{{ items[1]['title'] }}|{{ items[-1].title }}",
    "{{ none }}|{{ none.at.all }}|{{ unknown }}|{{ unknown.title }}|{{ no }}|{{ number }}|{{ 'text' }}|{{ 1.50 }}|{{ nil }}",
    "{{ list.size }}|{{ list.first }}|{{ list.last }}|{{ name.size }}|{{ items[0].size }}|{{ order.lines.first }}",
    "{{ items[0]['two words'] }}|{{ order[word] }}|{{ list[number] }}|{{ name.constructor }}|{{ list.__proto__ }}|{{ 'abc'.size }}",
    "{% if name == 'Asha' %}a{% endif %}{% if text != '' %}b{% else %}c{% endif %}{% if unknown %}d{% elsif no %}e{% else %}f{% endif %}",
    "{% if empty == empty %}a{% endif %}{% if text == blank %}b{% endif %}{% if list == empty %}c{% endif %}{% if none == nil %}d{% endif %}",
    "{% if number > 3 and list contains 'b' or no %}a{% endif %}{% if not no %}b{% endif %}{% if number <= 7 and no %}c{% endif %}",
    "{% unless no %}a{% endunless %}{% case name %}{% when 'Bo' %}b{% when 'Asha' %}c{% endcase %}",
    "{% for item in items %}{{ forloop.index }}{{ item.title }}{% unless forloop.last %}, {% endunless %}{% else %}none{% endfor %}",
    "{% for item in items reversed limit: 1 %}{{ item.title }}{% endfor %}{% for n in (1..number) %}{{ n }}{% endfor %}{{ (1..3) | join }}",
    "{% assign x = order.total | append: name | upcase %}{{ x }}{% capture y %}{{ x }}!{% endcapture %}{{ y | size }}{{ name }}",
    "{{ text | default: name }}|{{ list | join: name }}|{{ items | map: 'title' | join }}|{{ items | where: 'title', 'Cup' | size }}",
    "{% assign name = 'Bo' %}{{ name }}{% for name in list %}{{ name }}{% endfor %}{{ name }}{% increment number %}{{ number }}",
  ])("for %s", async (source) => {
    // `increment` writes into it.
    const [ours, its] = [structuredClone(scope), structuredClone(scope)];
    expect(rendered(parsed(source, "text"), "text", ours)).toBe(await library.parseAndRender(source, its));
  });
});

// Half of what a gateway's webhook allocated, from its arrival to the queued email, was to look up the names in it.
it.each(messageKinds)("takes the shorter way for all values of the store's own texts: %s", (kind) => {
  const long = [vi.spyOn(Expression.prototype, "evaluate"), vi.spyOn(Context.prototype, "readProperty")] as const;
  onTestFinished(() => void vi.restoreAllMocks());
  for (const channel of messageChannels.filter((one) => hasChannel(kind, one))) {
    const { subject = "", html = "", body } = originalOf(kind, channel)!;
    for (const source of [subject, html, body]) rendered(parsed(source, "html"), "html", exampleOf(kind));
  }
  expect(long[0]).not.toHaveBeenCalled();
  expect(long[1]).toHaveBeenCalled();
});
