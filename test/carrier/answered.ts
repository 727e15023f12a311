/** Calls of a carrier's adapter that get given responses. */
import { outcomeOf } from "#core/provider/call";
import { type Http, httpFor } from "#core/provider/http";
import type { Outcome } from "#core/provider/outcome";
import { aFake, type Reply } from "../provider/fakes/server.ts";

const isReply = (reply: Reply | object): reply is Reply => "status" in reply && typeof reply.status === "number";

/** A server that gives these responses in turn. */
export const saying = async (...replies: readonly (Reply | object)[]) => {
  const left = replies.map((reply): Reply => (isReply(reply) ? reply : { status: 200, json: reply }));
  const refusal = (status: number, words: string): Reply => ({ status, json: { words } });
  return aFake({ answer: () => left.shift() ?? refusal(500, "Nothing is left to say."), refusal });
};

let asks = 0;
/** The outcome of a call that gets these responses. */
export async function outcomeOfAnswers(
  ask: (http: Http, server: string) => Promise<unknown>,
  ...replies: readonly (Reply | object)[]
) {
  const { origin } = await saying(...replies);
  const http = httpFor({ provider: "odd", secrets: [`another ${++asks}`] });
  return outcomeOf(http, () => ask(http, origin) as Promise<Outcome<unknown>>);
}
