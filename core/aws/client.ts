import { optional } from "#core/environment";

/**
 * Does what a command of AWS's library asks of a service, such as `PutEventsCommand`, and returns the service's answer;
 * undefined if the command is to be sent instead, for example because the service would refuse it.
 */
type Service = (command: string, input: object) => Promise<object | undefined>;

const here = new Map<string, Service>();

/**
 * For a host that runs a service in its own process: commands for this address are handed over, not sent. Sending costs
 * the library several times what such a service needs.
 */
export const handOver = (address: string, to: Service): void => void here.set(address, to);

interface Where {
  readonly region: string;
  readonly endpoint?: string;
}

/** What is used here of a client. */
interface Sender {
  send: (command: { readonly input: object }, ...how: readonly unknown[]) => Promise<object>;
}

/**
 * A client from AWS's library, kept for the process with its connections and credentials. A new one is made if the
 * environment names another address, as a test or a host may. A named address is used for every call; otherwise the
 * queues' client would follow each queue's own URL, and an emulator's may be a name that does not resolve.
 * @param own the variable that names an address for this service only.
 */
export function clientKept<Client extends { readonly send: unknown }>(
  own: string,
  make: (where: Where) => Client,
): () => Client {
  let kept: { readonly key: string; readonly client: Client } | undefined;
  return () => {
    const region = optional("AWS_REGION") ?? "us-east-1";
    const endpoint = optional(own) ?? optional("AWS_ENDPOINT_URL");
    const key = `${region} ${endpoint}`;
    if (kept?.key === key) return kept.client;
    const client = make({ region, ...(endpoint !== undefined && { endpoint }) });
    const service = endpoint === undefined ? undefined : here.get(endpoint);
    if (service) handTo(service, client as object as Sender); // of any input and any output
    kept = { key, client };
    return client;
  };
}

/**
 * In place of the library's own `send`, which puts together a client's and a command's chains of middleware each time:
 * that alone takes as long as an embedded bus and its queues together.
 */
function handTo(service: Service, client: Sender): void {
  const send = client.send.bind(client);
  client.send = async (command, ...how) =>
    (await service(command.constructor.name, command.input)) ?? send(command, ...how);
}
