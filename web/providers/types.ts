import type { Answer } from "#core/contract/kit/operation";
import type * as providerApi from "#core/contract/provider";

export type Provider = Answer<typeof providerApi.list>["items"][number];
export type Call = Answer<typeof providerApi.listCalls>["items"][number];
