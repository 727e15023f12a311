/** Calls to Secrets Manager reach it in spite of the network, and of a process that was frozen meanwhile. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { callSecretsManager } from "#core/aws/secrets-manager";

type Answering = (request: IncomingMessage, response: ServerResponse) => void;
const well: Answering = (_, response) => void response.end(JSON.stringify({ SecretString: "kept" }));
/** What comes before `well`. */
let first: Answering[] = [];
let tries = 0;
const server = createServer((request, response) => {
  tries++;
  (first.shift() ?? well)(request, response);
}).listen(0, "127.0.0.1");
await once(server, "listening");
let connections = 0;
server.on("connection", () => connections++);
process.env["AWS_ENDPOINT_URL_SECRETS_MANAGER"] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

afterAll(() => {
  delete process.env["AWS_ENDPOINT_URL_SECRETS_MANAGER"];
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  first = [];
  tries = connections = 0;
});

const asAnyone = { accessKeyId: "test", secretAccessKey: "test", region: "eu-central-1" };
const read = () => callSecretsManager("GetSecretValue", { SecretId: "settings" }, asAnyone);

describe("a call to Secrets Manager", () => {
  it("does not use an earlier call's connection, which may be closed by now", async () => {
    await read();
    await read();
    expect(connections).toBe(2);
  });

  it("is repeated after a lost connection, throttling and a fault of the service", async () => {
    first = [
      ({ socket }) => void socket.destroy(),
      (_, response) => void response.writeHead(400).end(JSON.stringify({ __type: "ThrottlingException" })),
      (_, response) => void response.writeHead(500).end(),
    ];
    expect(await read()).toEqual({ SecretString: "kept" });
    expect(tries).toBe(4);
  });

  it("is repeated if there is no answer within two seconds, as after a freeze", async () => {
    first = [() => {}];
    expect(await read()).toEqual({ SecretString: "kept" });
    expect(tries).toBe(2);
  });

  it("fails with the service's own words if it is refused, at once", async () => {
    first = [
      (_, response) => void response.writeHead(400).end(JSON.stringify({ __type: "ResourceNotFoundException" })),
    ];
    await expect(read()).rejects.toThrow("ResourceNotFoundException");
    expect(tries).toBe(1);
  });

  it("fails after four tries", async () => {
    first = Array.from(
      { length: 4 },
      () =>
        ({ socket }) =>
          void socket.destroy(),
    );
    await expect(read()).rejects.toThrow("socket hang up");
    expect(tries).toBe(4);
  });
});
