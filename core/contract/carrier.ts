/** Where carriers send tracking events. */
import * as z from "zod";
import { verbatim } from "./kit/fields.ts";
import { Done, operation } from "./kit/operation.ts";

export const receive = operation({
  name: "carrier.receive",
  method: "POST",
  path: "/api/carriers/{code}/webhook",
  right: "anyone",
  vendor: "open",
  summary:
    "Receive an event from a carrier, authenticated by its signature or by the secret it was given. The response is sent once the event is stored; it is processed afterwards.",
  input: z.strictObject({ code: verbatim(1, 40) }),
  output: Done,
  rawBody: true,
  keepsNoAnswer: true,
  refuses: ["provider.unknown", "provider.unsigned"],
});
