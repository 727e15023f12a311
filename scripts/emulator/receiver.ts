import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

/** One POST as the receiver got it. */
export interface Post {
  readonly event: { readonly id: string; readonly name: string; readonly subject: { readonly id: string } };
  readonly signature: string;
  readonly body: Buffer;
}

/** An external receiver. If the sender is not on this machine, it uses another host name and connects from outside. */
export async function startReceiver(hostname: string) {
  const posts: Post[] = [];
  const heard = new EventTarget();
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request));
    posts.push({ event: JSON.parse(body.toString()), signature: String(request.headers["x-service-signature"]), body });
    response.end();
    heard.dispatchEvent(new Event("post"));
  }).listen(0, hostname === "127.0.0.1" ? hostname : "0.0.0.0");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://${hostname}:${typeof address === "object" ? address?.port : 0}/`,
    posts,
    /** The first POST about a subject, now or within a time limit. */
    async first(name: string, subjectId: string, withinMs: number): Promise<Post> {
      const signal = AbortSignal.timeout(withinMs);
      for (;;) {
        const found = posts.find(({ event }) => event.name === name && event.subject.id === subjectId);
        if (found) return found;
        await once(heard, "post", { signal }).catch(() => {
          throw new Error(
            `no ${name} about ${subjectId} within ${withinMs} ms; came: ${posts.map(({ event }) => event.name)}`,
          );
        });
      }
    },
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Whether the signature is valid, computed from the documentation alone. */
export function isGenuine({ signature, body }: Post, secret: string): boolean {
  const [, time = "", given = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
  return (
    given !== "" &&
    timingSafeEqual(Buffer.from(given, "hex"), expected) &&
    Math.abs(Date.now() / 1000 - Number(time)) < 300
  );
}
