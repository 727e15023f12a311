/** A Secrets Manager on this machine: what is put into it can be read back. */
import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll } from "vitest";

export type Secrets = Map<string, Record<string, string>>;

/** Starts one for the tests of a file, and directs the file's calls there, with any credentials. */
export async function aSecretsManager(): Promise<Secrets> {
  const secrets: Secrets = new Map();
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
    const name: string = asked.SecretId ?? asked.Name;
    const action = String(request.headers["x-amz-target"]).replace("secretsmanager.", "");
    if (action !== "GetSecretValue" && (action === "CreateSecret") === secrets.has(name)) response.statusCode = 400;
    else if (action !== "GetSecretValue") secrets.set(name, JSON.parse(asked.SecretString));
    else if (!secrets.has(name)) response.statusCode = 400;
    const SecretString = JSON.stringify(secrets.get(name));
    response.end(
      JSON.stringify(response.statusCode === 400 ? { __type: "ResourceNotFoundException" } : { SecretString }),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const before = { ...process.env };
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
  });
  afterAll(() => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    server.close();
  });
  return secrets;
}
