import * as z from "zod";
import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import * as provider from "#core/contract/provider";
import type { Change } from "#core/db/change";
import { newId } from "#core/id";
import { type Adapter, adapterIn, type Family } from "#core/provider/adapter";
import { Refusal } from "#core/refusal";
import { ask, usableProvider } from "./ask.ts";
import { type CallKind, callKind } from "./call-kind.ts";
import { callsShown } from "./list-calls.ts";

/** One harmless request. It is a call like any other, so the worker makes it, and its exchange is kept. */
export const testProvider =
  (families: readonly Family[]) =>
  async (change: Change, { code }: InputOf<typeof provider.test>): Promise<provider.Call> => {
    const found = await adapterIn(families, code);
    if (!found) throw new Refusal("provider.unknown");
    if (!found.adapter.check) throw new Refusal("provider.asksNobody");
    await usableProvider(change, code);
    const subjectId = newId("call");
    await ask(change, { provider: code, does: "check", subjectId, asked: {} });
    audit(change, provider.test.name, code, {}, "provider");
    const [shown] = await callsShown(change.tx, { changeId: change.id });
    if (!shown) throw new Error("the call that was just written does not exist");
    return shown;
  };

/** It has no consequences except the provider's health, which `makeCalls` records for every call. */
export const checkKind = (families: readonly Family[]): CallKind =>
  callKind<Adapter, Record<string, never>, { readonly mode: "live" | "test" }>({
    does: "check",
    load: async (code) => (await adapterIn(families, code))?.adapter,
    call: ({ check }) => check && { repeats: { how: "freely" }, ask: check },
    asked: z.object({}).transform(() => ({})),
    settle: async () => {},
  });
