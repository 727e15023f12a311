/** What holds for every operation, in Markdown: it opens the OpenAPI document and the page made of it. */
export const introduction = `The operations side of an online store: orders, stock, people, and signed webhooks.

## Authentication
Send an API key as \`Authorization: Bearer qmk_…\`. Owners make keys in the admin, or with \`key.create\`; a key has a role, and may do what the role may. A storefront's key opens the store API, \`/api/store\`, and nothing else, and no other key opens that. The admin itself comes with a session's cookie.

## Requests and answers
Bodies are JSON in UTF-8, up to 6 MB, up to 16 kB in the store API and where no credentials are needed, and up to 256 kB of what providers send; at most 100,000 values, nested at most 32 deep. A field that is not known is refused, never ignored. Ids say what they name (\`ord_…\`, \`var_…\`) and sort by when it was made. Money is an integer of minor units, as many to the whole as ISO 4217 says. Times are ISO 8601 in UTC. An answer over 1 kB is compressed when \`Accept-Encoding\` takes \`br\` or \`gzip\`.

## Errors
An answer of 400 or above is \`{ "error": { "code", "message", "detail", "requestId" } }\`. Go by the code: each operation lists those it may answer. \`detail\` holds the numbers and ids behind it; of \`request.invalid\` it is \`issues\`, each with the path of a field and what is wrong with it. Whatever was refused has changed nothing.

## Doing it once
Send an \`Idempotency-Key\` (1 to 200 visible ASCII characters, of your own making) with a change. Within 24 hours the same key answers what was answered the first time, with \`Idempotent-Replayed: true\`, and does nothing again; with another body it is refused. So after a timeout, repeat the request with its key. Operations that do not name the header (signing in and out, passwords and invitations, uploads, reports in SQL, a template's preview, the sweep) keep no answer: doing them twice does no harm.

## Editing what others edit
Orders, products and price lists have a \`version\`, which is their \`ETag\` too. Send the \`ETag\` as \`If-Match\` (\`"3"\`, quotes included) with a change: when somebody else was faster, the answer is 412 \`version.stale\` and nothing is changed.

## Lists
A list answers \`items\` and \`nextCursor\`. Send that as \`cursor\`, with the same filters, for the next page; null means that there is none. \`limit\` is 1 to 200, 50 when you do not say. A filter that takes several values takes them repeated or with commas between.

## Webhooks
An endpoint (\`webhook.createEndpoint\`) gets events by name, by group (\`order.*\`) or all (\`*\`), each as a POST with \`x-service-signature: t=<unix seconds>,v1=<hex>\`. \`v1\` is HMAC-SHA256 over \`<t>.<raw body>\`, with the endpoint's whole secret (\`whsec_…\`) as key. \`x-service-event\` names the event, \`x-service-delivery\` the delivery: neither is signed. Compare in constant time, refuse a \`t\` that is more than five minutes old, and remember the event's id: delivery is at least once, in no allocated order.`;
