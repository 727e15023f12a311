/** A fake EventBridge: records what it is sent, and answers as the test says. */
import { createServer, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Listening, listen } from "#local/http/listen";

export interface Entry {
  readonly EventBusName: string;
  readonly Source: string;
  readonly DetailType: string;
  readonly Detail: string;
  readonly Time: number;
}

type Answer = { readonly status?: number; readonly body: unknown };
/** An answer, or null for none: then the caller waits, until the test answers `response` itself. */
type Answering = (entries: readonly Entry[], response: ServerResponse) => Answer | null;

export interface OwnBus {
  /** Calls so far in this test, each with its entries. */
  readonly calls: Entry[][];
  answer: Answering;
  /** The events of all calls. */
  readonly events: () => { readonly id: string; readonly dataOmitted?: true; readonly data?: unknown }[];
}

export const tookAll: Answering = (entries) => ({
  body: { FailedEntryCount: 0, Entries: entries.map((_, nth) => ({ EventId: String(nth) })) },
});

/** Refuses the entries that a test names, each with this code. */
export const refusing =
  (code: string, isRefused: (entry: Entry) => boolean): Answering =>
  (entries) => ({
    body: {
      FailedEntryCount: entries.filter(isRefused).length,
      Entries: entries.map((entry) =>
        isRefused(entry) ? { ErrorCode: code, ErrorMessage: "It is so." } : { EventId: "1" },
      ),
    },
  });

/** For all tests in the file. Each begins without calls, and with a bus that accepts everything. */
export function aBusOfItsOwn(): OwnBus {
  const bus: OwnBus = {
    calls: [],
    answer: tookAll,
    events: () => bus.calls.flat().map(({ Detail }) => JSON.parse(Detail)),
  };
  let server: Listening;
  const variables = {
    EVENT_BUS_NAME: "store-events",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_ENDPOINT_URL_EVENTBRIDGE: "",
  };
  const before = { ...process.env };
  beforeAll(async () => {
    server = await listen(
      createServer(async (request, response) => {
        const { Entries }: { Entries: Entry[] } = JSON.parse(await textOf(request));
        bus.calls.push(Entries);
        const answer = bus.answer(Entries, response);
        if (!answer) return;
        response.writeHead(answer.status ?? 200, { "content-type": "application/x-amz-json-1.1" });
        response.end(JSON.stringify(answer.body));
      }),
    );
    Object.assign(process.env, variables, { AWS_ENDPOINT_URL_EVENTBRIDGE: server.url });
  });
  afterAll(async () => {
    for (const name of Object.keys(variables)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    await server.stop();
  });
  beforeEach(() => {
    bus.calls.length = 0;
    bus.answer = tookAll;
  });
  return bus;
}
