/** Driver behaviour that core/db/pool/driver.ts relies on and no other test covers; another version may differ. */
import { once } from "node:events";
import { type AddressInfo, createConnection, createServer } from "node:net";
import { getCACertificates, setDefaultCACertificates, TLSSocket } from "node:tls";
import { expect, it, onTestFinished } from "vitest";
import { connect } from "#core/db/client";
import { sql } from "#core/db/drizzle";
import { openDriver } from "#core/db/pool/driver";
import { freePort } from "#local/postgres/postgres";
import { authority, certificates } from "../support/given/certificates.ts";

// By default the driver waits over ten seconds before the eighth try, and so would a request, long after the database
// is back.
it("retries a refused connection at once, however often it was refused", async () => {
  const client = openDriver(`postgres://nobody@127.0.0.1:${await freePort()}/none`, { max: 1 });
  onTestFinished(() => client.end({ timeout: 0 }));
  for (let nth = 0; nth < 12; nth++) await expect(client`select 1`).rejects.toThrow("ECONNREFUSED");
});

// Without the name, any certificate of a known authority would do.
it("names the server in TLS, and refuses the certificate of another", async () => {
  const named: (string | undefined)[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write("S");
      const secure = new TLSSocket(socket, {
        isServer: true,
        ...certificates.otherHost,
        SNICallback: (name, done) => {
          named.push(name);
          done(null);
        },
      });
      secure.on("error", () => {});
    });
  }).listen(0, "localhost");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const before = getCACertificates();
  setDefaultCACertificates([...before, authority]);
  onTestFinished(() => setDefaultCACertificates(before));
  const { port } = server.address() as AddressInfo;
  const client = openDriver(`postgres://nobody@localhost:${port}/none?sslmode=verify-full`, { max: 1 });
  onTestFinished(() => client.end({ timeout: 0 }));
  await expect(client`select 1`).rejects.toThrow("Hostname/IP does not match certificate's altnames: Host: localhost");
  expect(named).toEqual(["localhost"]);
});

// If its connection closed during that query, the process would end.
it("sends nothing over a new connection before the first query", async () => {
  const pool = connect(process.env["DATABASE_URL"]!, 1);
  onTestFinished(() => pool.$client.end({ timeout: 5 }));
  const asked: string[] = [];
  const options: { debug?: unknown } = pool.$client.options; // Unlike in its type, the text can be set later.
  options.debug = (_: number, text: string) => asked.push(text);
  await pool.$client`select 1 as one`;
  expect(asked).toEqual(["select 1 as one"]);
});

// A journey more for every change, which is most of a small change's time where the database is far away.
it("sends a transaction's first statement without waiting for the answer to begin", async () => {
  const { url, hold } = await heldBack();
  const pool = connect(url, 1);
  onTestFinished(() => pool.$client.end({ timeout: 5 }));
  await pool.execute(sql`select 1 as one`); // connects
  const held = hold("select 2 as two");
  const [row] = await pool.transaction((tx) => tx.execute(sql`select 2 as two`));
  expect(row).toEqual({ two: 2 });
  expect(await held).toContain("begin");
});

it("begins on a connection that has queries ahead, and leaves it to nobody else until it has ended", async () => {
  const pool = connect(process.env["DATABASE_URL"]!, 1);
  onTestFinished(() => pool.$client.end({ timeout: 5 }));
  const inTransaction = sql`select txid_current_if_assigned() is not null as inside`;
  const ahead = pool.execute(sql`select pg_sleep(0.05)`);
  const changes = Array.from({ length: 5 }, () =>
    pool.transaction(async (tx) => {
      await tx.execute(sql`select txid_current()`);
      return tx.execute(inTransaction);
    }),
  );
  const behind = Array.from({ length: 5 }, () => pool.execute(inTransaction).then(([row]) => row));
  expect(await Promise.all(behind)).toEqual(behind.map(() => ({ inside: false })));
  expect((await Promise.all(changes)).flat()).toEqual(changes.map(() => ({ inside: true })));
  await ahead;
});

it("begins as it is told: reads of one snapshot, and nothing written", async () => {
  const pool = connect(process.env["DATABASE_URL"]!, 1);
  onTestFinished(() => pool.$client.end({ timeout: 5 }));
  const settings = sql`select current_setting('transaction_isolation') as level, current_setting('transaction_read_only') as "readOnly"`;
  const how = { isolationLevel: "repeatable read", accessMode: "read only" } as const;
  expect(await pool.transaction((tx) => tx.execute(settings), how)).toEqual([
    { level: "repeatable read", readOnly: "on" },
  ]);
  expect(await pool.transaction((tx) => tx.execute(settings))).toEqual([{ level: "read committed", readOnly: "off" }]);
});

it("throws what prevents a transaction from beginning", async () => {
  const client = openDriver(`postgres://nobody@127.0.0.1:${await freePort()}/none`, { max: 1 });
  onTestFinished(() => client.end({ timeout: 0 }));
  await expect(client.begin(async () => "begun")).rejects.toThrow("ECONNREFUSED");
});

/**
 * The test's database behind a connection that `hold` stops: answers are kept back until the client has sent this text.
 * It resolves with everything sent until then.
 */
async function heldBack() {
  const real = new URL(process.env["DATABASE_URL"]!);
  let answers: ((chunk: Buffer) => void) | undefined;
  let asked: (chunk: Buffer) => void = () => {};
  const proxy = createServer((client) => {
    const server = createConnection(Number(real.port), real.hostname);
    client.on("data", (chunk) => {
      server.write(chunk);
      asked(chunk);
    });
    server.on("data", (chunk) => (answers ? answers(chunk) : client.write(chunk)));
    for (const socket of [client, server]) socket.on("close", () => [client, server].map((end) => end.destroy()));
    release = (chunks) => void client.write(Buffer.concat(chunks));
  });
  let release: (chunks: Buffer[]) => void = () => {};
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  const url = new URL(real);
  url.hostname = "127.0.0.1";
  url.port = String((proxy.address() as AddressInfo).port);
  const hold = (text: string) =>
    new Promise<string>((done) => {
      const kept: Buffer[] = [];
      let sent = "";
      answers = (chunk) => kept.push(chunk);
      asked = (chunk) => {
        sent += chunk.toString("latin1");
        if (!sent.includes(text)) return;
        answers = undefined;
        release(kept);
        done(sent);
      };
    });
  return { url: url.href, hold };
}
