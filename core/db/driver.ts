/**
 * What we need of the `postgres` driver and it does not do by itself. Each part says what it leans on, who knows of it,
 * and which test fails without it. package.json pins the version, 3.4.9, for some of this is not in the driver's
 * documentation: before another version is taken, these tests say whether it still does the same.
 */
import postgres from "postgres";
import { arrays } from "./arrays.ts";
import { lostItsConnection } from "./error.ts";

type Options = NonNullable<Parameters<typeof postgres>[1]>;

/** Hears of every error that a query or a transaction ends in. */
type Listener = (error: unknown) => void;

/** The driver on an address, as `reached` takes it, with all of the below. It connects at the first query. */
export function openDriver(address: string, options: Options, onError: Listener = () => {}): postgres.Sql {
  const [url, socket] = reached(address);
  const client: postgres.Sql = postgres(url, { ...options, ...socket, ...longPipeline, ...reconnecting, ...typed });
  return listened(keepStatements(client), onError);
}

/**
 * The driver tells nobody but a query's own caller why it could not connect. This leans on a query's own `reject`, by which
 * the driver ends it: to listen by `catch` would send it. Test: test/deploy/rotated-password.test.ts.
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
    return sent as never; // the same query, with the types that the caller gave it
  };
  client.begin = ((work: Work) => {
    const ended = begin(work);
    ended.catch(onError);
    return ended;
  }) as typeof client.begin; // as in `insideOf`
  return client;
}

/**
 * A socket in an address. The driver takes a query in an address for settings of the server, and a socket only as the
 * option `path`, which is not in its documentation. Test: test/local/postgres.test.ts.
 */
export const socketMark = "?socket=";

export function reached(url: string): [url: string, options: { path?: string }] {
  const [address = "", path] = url.split(socketMark);
  return [address, path === undefined ? {} : { path: decodeURIComponent(path) }];
}

/**
 * A `begin` that is sent as the last one which fits into its connection's pipeline is forgotten: the request ends in an
 * error, and whatever comes next over that connection belongs to the open transaction. The default is 100; the option is
 * in neither types nor documentation. Known as porsager/postgres#1189, mended by #1218 once that is released.
 * Test: test/db/many-at-once.test.ts.
 */
const longPipeline = { max_pipeline: 100_000 };

/**
 * Seconds before a closed connection is opened anew. Left to itself the driver waits longer each time, up to 20, and
 * requests wait with it. The option is in its types. Test: test/db/driver.test.ts.
 */
const reconnecting = { backoff: () => 0.1 };

/**
 * The driver would ask each new connection which arrays there are: a round trip, and should the connection close just
 * then, a rejection that nobody can catch, which ends the process (porsager/postgres#1192 and #1223). So the arrays that
 * we use are named. Without that question `sql.reserve()` on a new pool waits for ever (#1219): nothing of ours calls it.
 * Tests: test/db/driver.test.ts, test/db/arrays.test.ts.
 */
const typed = { fetch_types: false, types: { arrays } };

/** `simple` is not in the driver's types: left out, a statement without parameters would be planned each time. */
const kept = { prepare: true, simple: false };

/**
 * Drizzle asks the driver by `unsafe` for unnamed statements, which cost a second round trip each to learn the types of
 * their parameters; the driver's own option `prepare` does not count there (drizzle-team/drizzle-orm#6096). Ours are few
 * and fixed, so each connection keeps them prepared under a name. This leans on the third argument of `unsafe`, and on
 * `begin` and `savepoint` making a new client each.
 * Test: test/db/kept-statements.test.ts.
 */
function keepStatements<Sql extends postgres.Sql | postgres.TransactionSql>(client: Sql): Sql {
  const unsafe = client.unsafe.bind(client);
  client.unsafe = (query, parameters, options) => unsafe(query, parameters, { ...options, ...kept });
  if ("begin" in client) client.begin = insideOf(client.begin.bind(client));
  else client.savepoint = insideOf(client.savepoint.bind(client));
  return client;
}

type Work = (tx: postgres.TransactionSql) => Promise<unknown>;

/** A transaction or a savepoint. Drizzle uses the overload without options or name, so the others are not kept. */
const insideOf = <Begin>(begin: Begin): Begin =>
  ((work: Work) => (begin as (work: Work) => Promise<unknown>)((tx) => untilClosed(work(keepStatements(tx))))) as Begin;

/**
 * The driver answers work that fails with a rollback, also over a connection that was closed, and throws where nobody can
 * catch it: the process ends (porsager/postgres#1133 and #1208). So work whose connection was closed does not end; the
 * transaction does, for `begin` rejects by itself when its connection closes. Test: test/db/lost-connections.test.ts,
 * whose run ends with an uncaught error.
 */
export const untilClosed = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (lostItsConnection(error)) return new Promise(() => {});
    throw error;
  });
