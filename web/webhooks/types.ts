import type { Answer } from "#core/contract/kit/operation";
import type * as webhookApi from "#core/contract/webhook";
import type { ItemOf } from "../api/fetch-all-pages.ts";

export type Endpoint = Answer<typeof webhookApi.readEndpoint>;
export type CreatedEndpoint = Answer<typeof webhookApi.createEndpoint>;
export type Delivery = ItemOf<typeof webhookApi.listDeliveries>;
