/** Where carriers send what they know of parcels. */
import * as z from "zod";
import { verbatim } from "./fields.ts";
import { Done, operation } from "./kit.ts";

export const receive = operation({
  name: "carrier.receive",
  method: "POST",
  path: "/api/carriers/{code}/webhook",
  right: "anyone",
  vendor: "open",
  summary:
    "Take an event from a carrier, signed by it or with the secret it was given. It is answered once it is kept, and worked on afterwards.",
  input: z.strictObject({ code: verbatim(1, 40) }),
  output: Done,
  rawBody: true,
  keepsNoAnswer: true,
  refuses: ["provider.unknown", "provider.unsigned"],
});
