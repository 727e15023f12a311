/** Where gateways send their events. */
import * as z from "zod";
import { verbatim } from "./kit/fields.ts";
import { Done, operation } from "./kit/operation.ts";

export const receive = operation({
  name: "gateway.receive",
  method: "POST",
  path: "/api/gateways/{code}/webhook",
  right: "anyone",
  vendor: "open",
  summary:
    "Receive a signed event from a gateway. The response is sent once the event is stored; it is processed afterwards.",
  input: z.strictObject({ code: verbatim(1, 40) }),
  output: Done,
  rawBody: true,
  keepsNoAnswer: true,
  refuses: ["provider.unknown", "provider.unsigned"],
});
