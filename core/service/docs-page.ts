import type * as z from "zod";
import type { OpenApi } from "#core/contract/openapi/document";
import { escaped } from "#core/html";

type Schema = z.core.JSONSchema.JSONSchema;
type Described = OpenApi["paths"][string][string];

/** Text with `code` in it. */
const prose = (text: string) => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>");

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { margin: 0 auto; max-width: 60rem; padding: 1.5rem }
  nav { columns: 9rem; margin: 1rem 0 2rem }
  nav a { display: block }
  a { text-decoration: none }
  section { border-top: 1px solid #8884; padding: .8rem 0 }
  h2 { margin: 2.5rem 0 .5rem }
  h3 { margin: 0; font: 600 1rem ui-monospace, monospace; overflow-wrap: anywhere }
  h3 b { display: inline-block; min-width: 4.5rem }
  h4 { margin: .8rem 0 .2rem; font-size: .9rem }
  p { margin: .25rem 0 }
  code, pre { font: .9em ui-monospace, monospace }
  pre { background: #8881; border-radius: .3rem; overflow-x: auto; padding: .6rem }
  table { border-collapse: collapse; width: 100% }
  td { border-top: 1px solid #8882; overflow-wrap: anywhere; padding: .25rem .5rem .25rem 0; vertical-align: top }
  td:first-child { width: 13rem }
  summary { cursor: pointer; font-size: .9rem; margin: .6rem 0 .2rem }
  small { opacity: .75 }
`;

/** The API reference as one page, from the OpenAPI document: the general rules, all operations and all schemas. */
export function docsPage({ info, paths, webhooks, components }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, op]) => ({ path, method: method.toUpperCase(), op })),
  );
  const areas = Map.groupBy(operations, ({ op }) => op.tags[0] ?? "");
  const nav = [...areas.keys()].map((area) => `<a href="#${area}">${area}</a>`).join("");
  const sections = [...areas].map(
    ([area, group]) =>
      `<h2 id="${area}">${area}</h2>${group.map(({ path, method, op }) => sectionOf(method, path, op)).join("")}`,
  );
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) => `<section id="${anchorOf(name)}"><h3>${escaped(name)}</h3>${shown(schema)}</section>`,
  );
  const event = webhooks.event.post;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${info.title} API</title><style>${style}</style>
<h1>${info.title} API</h1>${introduced(info.description)}
<p>The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav>${nav}<a href="#events">events</a><a href="#shapes">shapes</a></nav>${sections.join("")}
<h2 id="events">Events</h2><p>${prose(event.summary)} ${prose(event.description)}</p>
${shown(event.requestBody.content["application/json"].schema)}
<h2 id="shapes">Shapes</h2>${shapes.join("")}</html>`;
}

/** Paragraphs and headings, one per line. */
const introduced = (markdown: string) =>
  markdown
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => (line.startsWith("## ") ? `<h2>${prose(line.slice(3))}</h2>` : `<p>${prose(line)}</p>`))
    .join("");

function sectionOf(method: string, path: string, op: Described): string {
  const body = op.requestBody?.content["application/json"];
  const responses = Object.entries(op.responses).map(([status, response]) => ({ status, ...response }));
  const [answers, errors] = [responses.filter(isAnswer), responses.filter((response) => !isAnswer(response))];
  const [{ schema } = { schema: {} }] = answers.flatMap(({ content }) => Object.values(content ?? {}));
  return `<section id="${op.operationId}"><h3><b>${method}</b> ${escaped(path)}</h3>
<p>${prose(op.summary)}</p><p><small>${op.operationId} · ${prose(op.description)}</small></p>
${titled("Parameters", tableOf(op.parameters.map(({ name, required, schema, description, in: place }) => rowOf(name, schema, required, `${description ?? ""}${place === "header" ? " (header)" : ""}`))))}
${body ? titled("Body", shown(body.schema)) + exampleOf(method, path, body.example) : ""}
<details><summary>Answers ${answers.map(({ status }) => status).join(" or ")}</summary>
${answers.length > 1 ? tableOfStatuses(answers) : ""}${shown(schema)}</details>
<details><summary>Errors</summary>${tableOfStatuses(errors)}</details></section>`;
}

interface Answered {
  readonly status: string;
  readonly description: string;
}

const isAnswer = ({ status }: Answered) => Number(status) < 400;

const tableOfStatuses = (answered: readonly Answered[]) =>
  tableOf(answered.map(({ status, description }) => cells(status, description.split("\n\n").map(prose).join("<br>"))));

const exampleOf = (method: string, path: string, example: unknown) => `<details><summary>Example</summary>
<pre>curl -X ${method} "$STORE${escaped(path)}" -H "authorization: Bearer $KEY" \\
  -H 'content-type: application/json' -d '${escaped(JSON.stringify(example, null, 2))}'</pre></details>`;

const titled = (title: string, content: string) => (content ? `<h4>${title}</h4>${content}` : "");
const tableOf = (rows: readonly string[]) => (rows.length > 0 ? `<table>${rows.join("")}</table>` : "");
const cells = (first: string, second: string) => `<tr><td>${first}<td>${second}</tr>`;
const anchorOf = (shape: string) => `shape-${shape}`;

/** A schema inline: a named one by its name, an object by its fields. */
function shown(schema: Schema): string {
  const fields = fieldsOf(schema);
  const note = schema.description ? `<p>${prose(schema.description)}</p>` : "";
  return note + (fields || `<p>${typeOf(schema)}</p>`);
}

/** The fields of an object, of the objects in a list, or of each alternative. */
function fieldsOf(schema: Schema): string {
  const kinds = (schema.oneOf ?? schema.anyOf ?? []).filter((one) => typeof one === "object");
  if (kinds.length > 0) return kinds.map(fieldsOf).join("");
  if (typeof schema.items === "object" && !Array.isArray(schema.items)) return fieldsOf(schema.items);
  const { properties = {}, required = [] } = schema;
  return tableOf(
    Object.entries(properties).flatMap(([name, field]) =>
      typeof field === "object" ? [rowOf(name, field, required.includes(name))] : [],
    ),
  );
}

function rowOf(name: string, schema: Schema, required: boolean, description = schema.description ?? ""): string {
  const filledIn =
    schema.default === undefined ? "" : ` <small>default ${escaped(JSON.stringify(schema.default))}</small>`;
  const needed = required ? "" : " <small>optional</small>";
  return cells(
    `<code>${escaped(name)}</code>${needed}`,
    `${typeOf(schema)}${filledIn}${description ? `<br>${prose(description)}` : ""}${fieldsOf(schema)}`,
  );
}

/** A short description of a value: `text, 1 to 200 characters`. */
function typeOf(schema: Schema): string {
  const { $ref, const: only, enum: values, type, format, pattern, items } = schema;
  if ($ref) {
    const name = $ref.split("/").at(-1) ?? "";
    return `<a href="#${anchorOf(name)}">${escaped(name)}</a>`;
  }
  if (only !== undefined) return `<code>${escaped(String(only))}</code>`;
  if (values) return values.map((value) => `<code>${escaped(String(value))}</code>`).join(" or ");
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.flatMap((one) => (typeof one === "object" ? typeOf(one) : [])).join(" or ");
  if (type === "array")
    return `list of ${typeof items === "object" && !Array.isArray(items) ? typeOf(items) : "anything"}`;
  const prefix = /^\^(\w{3}_)\[0-9a-z\]/.exec(pattern ?? "")?.[1];
  if (prefix) return `id <code>${prefix}…</code>`;
  return [format ?? (type === "string" ? "text" : (type ?? "anything")), boundsOf(schema)].filter(Boolean).join(", ");
}

function boundsOf({ type, minimum, maximum, minLength, maxLength }: Schema): string {
  const [least, most] = type === "string" ? [minLength, maxLength] : [minimum, maximum];
  if (most === undefined) return "";
  const what = type === "string" ? " characters" : "";
  return least === undefined || least <= -Number.MAX_SAFE_INTEGER
    ? `up to ${most}${what}`
    : `${least} to ${most}${what}`;
}
