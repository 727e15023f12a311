/** Amazon SES: email by API v2. It has no idempotency key: after a lost answer the request is repeated. */
import { GetAccountCommand, SendEmailCommand } from "@aws-sdk/client-sesv2";
import * as z from "zod";
import type { Answer } from "#core/provider/http";
import { done, type NotDone, refused } from "#core/provider/outcome";
import { mimeOf } from "../mime.ts";
import type { Mode, Sender, Sent } from "../sender.ts";
import { no, type SesSettings, settings, speaking } from "./api.ts";
import { receives } from "./receipts.ts";

export const ses = {
  code: "ses",
  label: "Amazon SES",
  settings,
  mode: () => "live",

  async check(http, given) {
    const response = await sendCommand(http, given, (client) => client.send(new GetAccountCommand({})));
    if ("is" in response) return response;
    const { ProductionAccessEnabled, SendingEnabled } = response.as(Account);
    if (SendingEnabled === false) return refused("settings", "Amazon SES has stopped this account from sending.");
    return done<{ mode: Mode }>({ mode: ProductionAccessEnabled ? "live" : "test" });
  },

  email: {
    repeats: { how: "freely" },
    async ask(http, given, message) {
      const Data = await mimeOf(message, given);
      const command = new SendEmailCommand({
        FromEmailAddress: given.fromAddress,
        Destination: { ToAddresses: [message.to] },
        Content: { Raw: { Data } },
        EmailTags: [{ Name: "message", Value: message.id }],
        ...(given.configurationSet && { ConfigurationSetName: given.configurationSet }),
      });
      const response = await sendCommand(http, given, (client) => client.send(command));
      return "is" in response ? response : done<Sent>({ sentId: response.as(Taken).MessageId });
    },
  },

  receives,
} satisfies Sender<SesSettings>;

const Account = z.object({ ProductionAccessEnabled: z.boolean(), SendingEnabled: z.boolean().nullish() });
const Taken = z.object({ MessageId: z.string().min(1) });

/** The answer to an accepted message, or why there is none. The client's own interpretation is ignored. */
async function sendCommand(
  http: Parameters<typeof speaking>[0],
  given: SesSettings,
  send: (client: ReturnType<typeof speaking>["client"]) => Promise<unknown>,
): Promise<Answer | NotDone> {
  const { client, answer, ended } = speaking(http, given);
  try {
    await send(client);
  } catch (error) {
    const [came, without] = [answer(), ended()];
    if (without) throw without;
    if (!came) throw error;
    if (came.status !== 200) return no(came);
  }
  const came = answer();
  if (!came) throw new Error("the SES client sent nothing");
  return came.status === 200 ? came : no(came);
}
