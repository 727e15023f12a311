/** MSG91's settings. */
import * as z from "zod";
import { secret, server } from "#core/provider/settings";

export const settings = z.strictObject({
  authKey: secret("Auth key", {
    help: "Click your name › Authkey. Allow this store's IP addresses, or turn off IP security.",
  }),
  webhookToken: secret("Webhook token", {
    help: "Choose a long random text and add it to the end of the webhook's URL. MSG91 does not sign its webhooks; without the token, delivery receipts are rejected.",
  }).optional(),
  server: server({ msg91: "MSG91" }).optional(),
});
export type Msg91Settings = z.output<typeof settings>;
