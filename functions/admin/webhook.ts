import type { Id } from "#core/contract/fields";
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
 * The queues' client is loaded by the two that wake senders, when they do, and by no other of these. A sender of the fast
 * lane hands on what is not its own.
 */
const wake = async () => (await import("#core/webhook/wake-by-queue")).wakeByQueue([{}]);

/** What this process holds of the endpoint was read before. */
const claimAnew = async (_: unknown, { id }: { id: Id<"endpoint"> }) => changedHere(id);

export const listEndpoints = reads(webhook.listEndpoints, list);
export const createEndpoint = writes(webhook.createEndpoint, create);
export const readEndpoint = reads(webhook.readEndpoint, read);
/** An endpoint that is active again has rows that wait. */
export const editEndpoint = writes(webhook.editEndpoint, edit, (answer, input) => claimAnew(answer, input).then(wake));
export const removeEndpoint = writes(webhook.removeEndpoint, remove, claimAnew);
export const rotateSecret = writes(webhook.rotateSecret, rotate, claimAnew);
export const listDeliveries = reads(webhook.listDeliveries, deliveries);
export const retryDelivery = writes(webhook.retryDelivery, retry, wake);
