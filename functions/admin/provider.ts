import { listCalls as calls, callsShown } from "#core/call/list-calls";
import { testProvider } from "#core/call/test-provider";
import * as provider from "#core/contract/provider";
import { db } from "#core/db/client";
import { configureProvider } from "#core/provider/configure";
import { listProviders } from "#core/provider/list-providers";
import { removeProvider } from "#core/provider/remove";
import { families } from "#functions/adapters";
import { asks, reads, writes } from "#functions/admin";

export const list = reads(provider.list, listProviders(families));
export const configure = writes(provider.configure, configureProvider(families));
export const test = asks(provider.test, testProvider(families), async (_by, { id, ...call }) => {
  const [now] = await callsShown(db(), { id });
  return now ?? { id, ...call };
});
export const remove = writes(provider.remove, removeProvider(families));
export const listCalls = reads(provider.listCalls, calls);
