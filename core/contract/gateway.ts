/** Where gateways send their events. */
import * as z from "zod";
import { verbatim } from "./fields.ts";
import { Done, operation } from "./kit.ts";

export const receive = operation({
  name: "gateway.receive",
  method: "POST",
  path: "/api/gateways/{code}/webhook",
  right: "anyone",
  vendor: "open",
  summary: "Take an event from a gateway, signed by it. It is answered once it is kept, and worked on afterwards.",
  input: z.strictObject({ code: verbatim(1, 40) }),
  output: Done,
  rawBody: true,
  keepsNoAnswer: true,
  refuses: ["provider.unknown", "provider.unsigned"],
});
