/** What applies to every operation, in Markdown: it opens the OpenAPI document and the page made from it. */
export const introduction = `The operations side of an online store: orders, stock, people, and signed webhooks.

## Authentication
Send an API key as \`Authorization: Bearer qmk_…\`. Owners create keys in the admin, or with \`key.create\`. A key has a role and can do what the role allows. A storefront's key works for the store API, \`/api/store\`, and nothing else; no other key works there. The static admin token, where the store has one, is sent like a key and works for webhook operations only. The admin itself uses a session cookie.

## Requests and responses
Bodies are JSON in UTF-8, up to 6 MB. The limit is 16 kB in the store API and where no credentials are needed, and 256 kB for what providers send. A body has at most 100,000 values, nested at most 32 deep. Unknown fields are refused, never ignored. Ids start with their kind (\`ord_…\`, \`var_…\`) and sort by creation time. Money is an integer in minor units, with the decimals that ISO 4217 gives the currency. Times are ISO 8601 in UTC. Responses over 1 kB are compressed if \`Accept-Encoding\` allows \`br\` or \`gzip\`.

## Errors
A response with a status of 400 or above is \`{ "error": { "code", "message", "detail", "requestId" } }\`. Rely on the code: each operation lists the codes it can return. \`detail\` has the numbers and ids behind the error; for \`request.invalid\` it has \`issues\`, each with a field's path and what is wrong with it. A refused request has changed nothing.

## Idempotency
Send an \`Idempotency-Key\` of your own (1 to 200 visible ASCII characters) with a change. For 24 hours the same key returns the first response again, with \`Idempotent-Replayed: true\`, and does nothing more; with a different body it is refused. So after a timeout, repeat the request with the same key. Operations that do not list the header (signing in and out, passwords and invitations, creating a cart, uploads, reports in SQL, a template's preview, the sweep) keep no response: doing them twice does no harm.

## Concurrent edits
Orders, products, price lists and reports in SQL have a \`version\`, which is also their \`ETag\`. Send the \`ETag\` as \`If-Match\` (\`"3"\`, quotes included) with a change: if someone else has made a change first, the response is 412 \`version.stale\` and nothing is changed.

## Lists
A list returns \`items\` and \`nextCursor\`. Send that as \`cursor\`, with the same filters, for the next page; null means that there is none. \`limit\` is 1 to 200, 50 by default; a page can have fewer items although another follows. A filter with several values takes them as repeated parameters or separated by commas. A list that takes no \`limit\` is short: it is returned whole, without \`nextCursor\`.

## Webhooks
An endpoint (\`webhook.createEndpoint\`) receives events by name, by group (\`order.*\`) or all (\`*\`), each as a POST with \`x-service-signature: t=<unix seconds>,v1=<hex>\`. \`v1\` is HMAC-SHA256 over \`<t>.<raw body>\`, with the endpoint's whole secret (\`whsec_…\`) as the key. \`x-service-event\` is the event's name and \`x-service-delivery\` the delivery's id: neither is signed. Compare in constant time, reject a \`t\` that is more than five minutes old, and remember the event's id: delivery is at least once, in no guaranteed order. A response must come within 10 seconds, or as many as the store was set up with; redirects are not followed. A delivery whose twelve attempts have failed is dead: once the receiver works again, list those (\`webhook.listDeliveries\` with \`status=dead\`) and queue each again (\`webhook.retryDelivery\`). Events that happen while an endpoint is inactive are never sent to it; \`audit.list\` shows what was changed meanwhile.`;
