import type { Id } from "#core/contract/kit/fields";
import * as webhook from "#core/contract/webhook";
import { changedHere } from "#core/webhook/changed-here";
import { createEndpoint as create } from "#core/webhook/endpoints/create-endpoint";
import { editEndpoint as edit } from "#core/webhook/endpoints/edit-endpoint";
import { listEndpoints as list } from "#core/webhook/endpoints/list-endpoints";
import { readEndpoint as read } from "#core/webhook/endpoints/read-endpoint";
import { removeEndpoint as remove } from "#core/webhook/endpoints/remove-endpoint";
import { rotateSecret as rotate } from "#core/webhook/endpoints/rotate-secret";
import { listDeliveries as deliveries } from "#core/webhook/list-deliveries";
import { retryDelivery as retry } from "#core/webhook/retry-delivery";
import { reads, writes } from "#functions/admin";

/**
 * Only the two operations that wake senders load the queues' client, when they do. The fast lane's senders pass on what
 * is not theirs.
 */
const wake = async () => (await import("#core/webhook/wake-by-queue")).wakeByQueue([{}]);

/** Deliveries that this process has claimed were read before the endpoint's change. */
const claimAgain = async (_: unknown, { id }: { id: Id<"endpoint"> }) => changedHere(id);

export const listEndpoints = reads(webhook.listEndpoints, list);
export const createEndpoint = writes(webhook.createEndpoint, create);
export const readEndpoint = reads(webhook.readEndpoint, read);
/** An endpoint that is active again has pending rows. */
export const editEndpoint = writes(webhook.editEndpoint, edit, (answer, input) => claimAgain(answer, input).then(wake));
export const removeEndpoint = writes(webhook.removeEndpoint, remove, claimAgain);
export const rotateSecret = writes(webhook.rotateSecret, rotate, claimAgain);
export const listDeliveries = reads(webhook.listDeliveries, deliveries);
export const retryDelivery = writes(webhook.retryDelivery, retry, wake);
