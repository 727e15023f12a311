/** Labels at a URL: fetched once, and recognised only by their first bytes. */
import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { outcomeOf } from "#core/provider/call";
import { httpFor } from "#core/provider/http";
import type { Settings } from "#core/provider/settings";
import { fetchLabel } from "#core/shipping/carriers/fetch-label";
import { type CarrierCode, carrierOf } from "#core/shipping/carriers/index";
import { outcomeOfAnswers } from "./answered.ts";
import { bookingOf } from "./asked.ts";

const http = httpFor({ provider: "labels", secrets: [] });

async function served(status: number, body: Buffer | string, headers: Record<string, string> = {}) {
  const server = createServer((_, response) => void response.writeHead(status, headers).end(body));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return outcomeOf(http, () => fetchLabel(http, { format: "pdf", url: `http://127.0.0.1:${port}/label` }));
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);

it.each([
  ["pdf", "%PDF-1.4 …"],
  ["png", png],
  ["zpl", "^XA^FO50,50^FDHello^FS^XZ"],
  ["zpl", "~DGR:LOGO.GRF,1,1,FF\n^XA^XZ"],
  // As the printer makers' own software writes it.
  ["zpl", "CT~~CD,~CC^~CT~\n^XA~TA000~JSN^LT0^XZ"],
  ["pdf", "\uFEFF\r\n%PDF-1.4 …"],
])("is a %s by its first bytes", async (format, body) => {
  expect(await served(200, body)).toMatchObject({ is: "done", value: { format } });
});

it("is kept as it is if it came with the booking", async () => {
  expect(await fetchLabel(http, { format: "png", bytes: png })).toEqual({
    is: "done",
    value: { format: "png", bytes: png },
  });
});

it.each([
  ["it is gone", 404, "", {}, { is: "refused", code: "labelGone" }],
  ["its address has expired", 403, "<Error/>", {}, { is: "refused", code: "labelGone" }],
  ["it is a page", 200, "<html><p>^XA</p></html>", {}, { is: "refused", code: "notALabel" }],
  ["it is empty", 200, "", {}, { is: "refused", code: "notALabel" }],
  // A redirect could lead anywhere, including inside this network.
  ["it has moved", 302, "", { location: "http://127.0.0.1:1/" }, { is: "unknown" }],
  ["the server is down", 500, "", {}, { is: "unknown" }],
  ["it is 50 MB", 200, Buffer.alloc(50 * 1024 * 1024), {}, { is: "unknown" }],
] as const)("is not a label if %s", async (_, status, body, headers, expected) => {
  expect(await served(status, body, headers)).toMatchObject(expected);
});

/** Otherwise the settings and the doctor would show the carrier as failing. */
const beingMade: readonly (readonly [CarrierCode, Settings, object[]])[] = [
  [
    "shiprocket",
    { email: "api@example.com", password: "pass word" },
    [{ token: "lent" }, { label_created: 0, response: "Label is being made" }],
  ],
  [
    "nimbuspost",
    { generation: "v2", apiKey: "api key", apiSecret: "api secret" },
    [{ success: true, data: { order_status: "booked", shipment: { label_url: null } } }],
  ],
  ["shippit", { apiSecret: "shippit secret" }, [{ status: 422, json: { error: "label_failed_still_generating" } }]],
  [
    "easyship",
    { token: "sand_x", itemCategory: "fashion", labelFormat: "pdf" },
    [{ shipment: { easyship_shipment_id: "ESSG1", shipping_documents: [] } }],
  ],
];

it.each(beingMade)("is only put off while %s makes it", async (code, given, answers) => {
  const carrier = await carrierOf(code);
  const booking = bookingOf("15", "321", "IN");
  const outcome = await outcomeOfAnswers(
    (http, server) => carrier.askLabel!(http, { ...given, server }, booking),
    ...answers,
  );
  expect(outcome).toMatchObject({ is: "later", afterSeconds: null, onlyThis: true });
});

it("is to be downloaded at NimbusPost if that of an older account could not be saved", async () => {
  const carrier = await carrierOf("nimbuspost");
  const given = { generation: "v1", email: "a@example.com", password: "pass word" };
  expect(await carrier.askLabel!(http, given, bookingOf("15", "321", "IN"))).toMatchObject({
    ...{ is: "refused", code: "labelGone", says: expect.stringContaining("Download it on NimbusPost's website") },
  });
});
