/**
 * The limit of the road from a commit to a receiver: the same change, the same signature and POST, and one statement to
 * record it, in one process and without anything between them.
 */
import { createSecretKey } from "node:crypto";
import { Agent, type Dispatcher } from "undici";
import { system } from "#core/actor";
import { inChange } from "#core/db/change";
import { db } from "#core/db/client";
import { emit } from "#core/event/emit";
import { newId } from "#core/id";
import { signatureOf } from "#core/webhook/sign";
import { bySixteen, eventData } from "./changes.ts";

const key = createSecretKey("whsec_0123456789abcdef0123456789abcdef", "utf8");

export async function bareRoad(receiver: string, count: number): Promise<void> {
  const agent = new Agent();
  const { origin, pathname: path } = new URL(receiver);
  await bySixteen(count, async () => {
    const { emitted } = await inChange(system("bench"), async (change) => {
      emit(change, "product.updated", newId("product"), eventData);
      return change;
    });
    for (const { id, name, body } of emitted) {
      const bytes = Buffer.from(body);
      const headers = {
        "content-type": "application/json",
        "user-agent": "Quartermaster-Webhooks/1",
        "x-service-signature": signatureOf(key, bytes),
        "x-service-event": name,
        "x-service-delivery": id,
      };
      await answered(agent, { origin, path, method: "POST", headers, body: bytes });
      await db().$client`update events set fanned_out_at = clock_timestamp() where id = ${id}`;
    }
  });
  await agent.close();
}

const answered = (agent: Agent, options: Dispatcher.DispatchOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    agent.dispatch(options, {
      onRequestStart: () => {},
      onResponseStart: () => {},
      onResponseData: () => {},
      onResponseEnd: () => resolve(),
      onResponseError: (_, error) => reject(error),
    });
  });
