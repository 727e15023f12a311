/** Imitates MSG91's Flow API: JSON both ways, and a refusal often comes with HTTP 200. */
import { type Asked, aFake, type Fake, type Reply } from "#test/provider/fakes/server";

export const msg91Key = "381742AmTk0xEXAMPLEkey62f0a1b2P1";

interface Now {
  authKey: string;
  refuses: Reply | null;
}

export interface Msg91Fake extends Fake {
  readonly sent: Readonly<Record<string, unknown>>[];
  readonly set: (how: Partial<Now>) => void;
}

export const saysNo = (status: number, message: string, code?: string): Reply => ({
  status,
  json: { type: "error", message, ...(code && { code }) },
});

export async function msg91Fake(): Promise<Msg91Fake> {
  const sent: Readonly<Record<string, unknown>>[] = [];
  const now: Now = { authKey: msg91Key, refuses: null };
  const answer = ({ method, path, headers, body }: Asked): Reply => {
    if (method !== "POST" || path !== "/api/v5/flow") return saysNo(404, "Not found");
    if (headers["authkey"] !== now.authKey) return saysNo(401, "AuthenticationFailure", "201");
    if (now.refuses) return now.refuses;
    sent.push(JSON.parse(body));
    return { status: 200, json: { type: "success", message: `3763646c305837353039393${sent.length}` } };
  };
  const fake = await aFake({ answer, refusal: saysNo });
  return { ...fake, sent, set: (how) => void Object.assign(now, how) };
}
