/**
 * What we need from the `postgres` driver that it does not do on its own. Each part names what it relies on, the known
 * issue, and the test that fails without it. package.json pins the version, 3.4.9, because some of this is
 * undocumented: before an upgrade, these tests show whether it still works the same.
 */
import postgres from "postgres";
import { lostItsConnection } from "../error.ts";
import { arrays } from "./arrays.ts";

type Options = NonNullable<Parameters<typeof postgres>[1]>;

/** Called with every error that ends a query or a transaction. */
type Listener = (error: unknown) => void;

/** The driver on an address that `reached` takes, with everything below. It connects at the first query. */
export function openDriver(address: string, options: Options, onError: Listener = () => {}): postgres.Sql {
  const [url, socket] = reached(address);
  const client: postgres.Sql = postgres(url, { ...options, ...socket, ...longPipeline, ...reconnecting, ...typed });
  return listened(beginAtOnce(keepStatements(client)), onError);
}

interface Begin extends postgres.UnsafeQueryOptions {
  /** How the driver's `begin` gets the connection of its query, and reserves it. */
  readonly onexecute?: (connection: unknown) => void;
}

/**
 * The driver waits for the answer to `begin` before the work of a transaction may send anything: a journey of its own,
 * when the database is far away as long as the rest of a small change. Here the work starts once `begin` has been sent,
 * and its first statements follow on the same connection. `begin` is sent as plain text, so that no forgotten prepared
 * statement can make it fail: PostgreSQL then takes it or closes the connection, which ends the work as well.
 * This relies on the driver calling the client's own `unsafe` with the option `onexecute`, and `execute` of what that
 * returns; it reserves the connection a second time because the driver has meanwhile counted it among the full ones.
 * Test: test/db/driver.test.ts.
 */
function beginAtOnce(client: postgres.Sql): postgres.Sql {
  const unsafe = client.unsafe.bind(client);
  client.unsafe = ((query: string, parameters?: never[], options: Begin = {}) => {
    const { onexecute } = options;
    if (!onexecute) return unsafe(query, parameters, options);
    const sent = new Promise<void>((resolve, reject) => {
      const reserve = (connection: unknown) => {
        onexecute(connection);
        queueMicrotask(() => {
          onexecute(connection);
          resolve();
        });
      };
      const begin: Begin = { ...options, onexecute: reserve };
      unsafe(query, [], begin).catch(reject);
    });
    return { execute: () => sent };
  }) as typeof client.unsafe; // for `begin`, all that the driver uses of a query
  return client;
}

/**
 * The driver reports a failed connection only to the query's caller. This relies on a query's own `reject`, with which
 * the driver ends it: listening with `catch` would send the query. Test: test/deploy/rotated-password.test.ts.
 */
function listened(client: postgres.Sql, onError: Listener): postgres.Sql {
  const [unsafe, begin] = [client.unsafe.bind(client), client.begin.bind(client)];
  client.unsafe = (query, parameters, options) => {
    const sent: { reject?: Listener } & ReturnType<typeof unsafe> = unsafe(query, parameters, options);
    const { reject } = sent;
    if (reject) {
      sent.reject = (error) => {
        onError(error);
        reject(error);
      };
    }
    return sent as never; // the same query, with the caller's types
  };
  const ends = new Set<Listener>();
  waiting.set(client, ends);
  client.begin = ((work: Work) => {
    const { promise: ended, resolve, reject } = Promise.withResolvers<unknown>();
    ends.add(reject);
    begin(work)
      .then(resolve, reject)
      .finally(() => ends.delete(reject));
    ended.catch(onError);
    return ended;
  }) as typeof client.begin; // as in `insideOf`
  return client;
}

/** Whoever waits for the end of a transaction. */
const waiting = new WeakMap<postgres.Sql, Set<Listener>>();

/**
 * Ends a client whose server answers nothing. The driver then ends its queries at once; but it only closes its own side
 * of a connection, and ends a transaction when the other side is closed too. Test: test/db/silent.test.ts.
 */
export async function abandon(client: postgres.Sql): Promise<void> {
  await client.end({ timeout: 0 });
  const silent = Object.assign(new Error("The database does not answer."), { code: "CONNECTION_DESTROYED" });
  for (const end of waiting.get(client) ?? []) end(silent);
}

/**
 * A socket in an address. The driver treats an address's query as server settings, and takes a socket only as the
 * undocumented option `path`. Test: test/local/postgres.test.ts.
 */
export const socketMark = "?socket=";

export function reached(url: string): [url: string, options: { path?: string }] {
  const [address = "", path] = url.split(socketMark);
  return [address, path === undefined ? {} : { path: decodeURIComponent(path) }];
}

/**
 * The driver loses a `begin` that just fills its connection's pipeline: the request ends in an error, and whatever
 * comes next on that connection runs in the open transaction. The default is 100; the option is neither typed nor
 * documented.
 * Known as porsager/postgres#1189, fixed by #1218 once that is released.
 * Test: test/db/many-at-once.test.ts.
 */
const longPipeline = { max_pipeline: 100_000 };

/**
 * Seconds before a closed connection is reopened. By default the driver waits longer each time, up to 20, and
 * requests wait with it. The option is in its types. Test: test/db/driver.test.ts.
 */
const reconnecting = { backoff: () => 0.1 };

/**
 * The driver would query the array types on each new connection: a round trip and, if the connection closes just then,
 * a rejection that cannot be caught, which ends the process (porsager/postgres#1192 and #1223). So the arrays that we
 * use are listed here. Without that query `sql.reserve()` on a new pool waits for ever (#1219): we never call it.
 * Tests: test/db/driver.test.ts, test/db/arrays.test.ts.
 */
const typed = { fetch_types: false, types: { arrays } };

/** `simple` is not in the driver's types: without it, a statement without parameters would be planned each time. */
const kept = { prepare: true, simple: false };

/**
 * Drizzle calls the driver's `unsafe` with unnamed statements, which each cost a second round trip to learn their
 * parameters' types; the driver's own option `prepare` has no effect there (drizzle-team/drizzle-orm#6096). Ours are
 * few and fixed, so each connection keeps them prepared under a name. This relies on the third argument of `unsafe`,
 * and on `begin` and `savepoint` each making a new client.
 * Test: test/db/kept-statements.test.ts.
 */
function keepStatements<Sql extends postgres.Sql | postgres.TransactionSql>(client: Sql): Sql {
  const unsafe = client.unsafe.bind(client);
  client.unsafe = (query, parameters, options) =>
    unsafe(query, parameters, options && "onexecute" in options ? options : { ...options, ...kept });
  if ("begin" in client) client.begin = insideOf(client.begin.bind(client));
  else client.savepoint = insideOf(client.savepoint.bind(client));
  return client;
}

type Work = (tx: postgres.TransactionSql) => Promise<unknown>;

/** A transaction or a savepoint. Drizzle uses the overload without options or name, so the others are not supported. */
const insideOf = <Begin>(begin: Begin): Begin =>
  ((work: Work) => (begin as (work: Work) => Promise<unknown>)((tx) => untilClosed(work(keepStatements(tx))))) as Begin;

/**
 * When work fails, the driver sends a rollback even over a closed connection, and throws where it cannot be caught: the
 * process ends (porsager/postgres#1133 and #1208). So work whose connection was closed never settles; the transaction
 * does, because `begin` itself rejects when its connection closes. Test: test/db/lost-connections.test.ts, whose run
 * would end with an uncaught error.
 */
export const untilClosed = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (lostItsConnection(error)) return new Promise(() => {});
    throw error;
  });
