/** Imitates Twilio's Messages API: forms in, JSON out, a number for every refusal, and no idempotency key. */
import { type Asked, aFake, basicIn, type Fake, type Reply } from "#test/provider/fakes/server";

export const twilioAccount = {
  accountSid: "AC0123456789abcdef0123456789abcdef",
  authToken: "twilio/a+token 'with' & more",
  sender: "+15017122661",
};

interface Message {
  readonly sid: string;
  readonly to: string;
  readonly body: string;
  readonly date_created: string;
  readonly [field: string]: unknown;
}

interface Now {
  authToken: string;
  /** Refuses every message. */
  refuses: readonly [status: number, code: number, words: string] | null;
  /** The initial state of a message. */
  becomes: {
    readonly sid?: string;
    readonly status: string;
    readonly error_code: number | null;
    readonly error_message: string | null;
  };
  /** Test credentials can only send. */
  isTest: boolean;
}

export interface TwilioFake extends Fake {
  readonly messages: Message[];
  readonly set: (how: Partial<Now>) => void;
}

const refusal = (status: number, words: string, code = status === 401 ? 20003 : 20000 + status): Reply => ({
  status,
  json: { code, message: words, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

export async function twilioFake(): Promise<TwilioFake> {
  const messages: Message[] = [];
  const now: Now = {
    authToken: twilioAccount.authToken,
    refuses: null,
    becomes: { status: "queued", error_code: null, error_message: null },
    isTest: false,
  };
  const list = `/2010-04-01/Accounts/${twilioAccount.accountSid}/Messages.json`;

  const answer = (asked: Asked): Reply => {
    const { method, path, query, body } = asked;
    if (basicIn(asked) !== `${twilioAccount.accountSid}:${now.authToken}`) return refusal(401, "Authenticate");
    if (path !== list) return refusal(404, "The requested resource was not found", 20404);
    if (method === "GET") {
      if (now.isTest) return refusal(403, "Resource not accessible with Test Account Credentials", 20008);
      const [to, size] = [query.get("To"), Number(query.get("PageSize") ?? 50)];
      const all = messages.filter((message) => to === null || message.to === to).toReversed();
      const uri = `${path}?${query}`;
      const next_page_uri = all.length > size ? `${uri}&Page=1` : null;
      const ends = { start: 0, end: size - 1, page: 0, page_size: size, previous_page_uri: null, first_page_uri: uri };
      return { status: 200, json: { messages: all.slice(0, size), next_page_uri, uri, ...ends } };
    }
    if (now.refuses) return refusal(now.refuses[0], now.refuses[2], now.refuses[1]);
    const form = new URLSearchParams(body);
    const sid = `SM${String(messages.length).padStart(32, "0")}`;
    const message: Message = {
      sid,
      account_sid: twilioAccount.accountSid,
      api_version: "2010-04-01",
      to: form.get("To") ?? "",
      from: form.get("From"),
      messaging_service_sid: form.get("MessagingServiceSid"),
      body: form.get("Body") ?? "",
      direction: "outbound-api",
      num_segments: "1",
      num_media: "0",
      price: null,
      price_unit: "USD",
      date_created: new Date().toUTCString().replace("GMT", "+0000"),
      date_updated: null,
      date_sent: null,
      uri: `/2010-04-01/Accounts/${twilioAccount.accountSid}/Messages/${sid}.json`,
      subresource_uris: {},
      ...now.becomes,
    };
    messages.push(message);
    return { status: 201, json: message };
  };

  const fake = await aFake({ answer, refusal });
  return { ...fake, messages, set: (how) => void Object.assign(now, how) };
}
