/** MSG91's settings. */
import * as z from "zod";
import { secret, server } from "#core/provider/settings";

export const settings = z.strictObject({
  authKey: secret("Auth key", {
    help: "Your name › Authkey. Allow this store's IP addresses, or switch its IP security off.",
  }),
  webhookToken: secret("Webhook token", {
    help: "A long random text of your own, at the end of the webhook's address. MSG91 signs nothing; without it no receipt is taken.",
  }).optional(),
  server: server({ msg91: "MSG91" }).optional(),
});
export type Msg91Settings = z.output<typeof settings>;
