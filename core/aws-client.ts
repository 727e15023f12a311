import { optional } from "#core/environment";

interface Where {
  readonly region: string;
  readonly endpoint?: string;
}

/**
 * A client of AWS's own library, kept for the process: it holds connections and credentials. It is made anew when the
 * environment names another address, as a test or a host may. An address that was named is used for every call; without
 * that, the queues' client follows each queue's own URL, and an emulator's may be a name that nobody resolves.
 * @param own the variable that names an address for this service alone.
 */
export function clientKept<Client>(own: string, make: (where: Where) => Client): () => Client {
  let kept: { readonly key: string; readonly client: Client } | undefined;
  return () => {
    const region = optional("AWS_REGION") ?? "us-east-1";
    const endpoint = optional(own) ?? optional("AWS_ENDPOINT_URL");
    const key = `${region} ${endpoint}`;
    if (kept?.key !== key) kept = { key, client: make({ region, ...(endpoint !== undefined && { endpoint }) }) };
    return kept.client;
  };
}
