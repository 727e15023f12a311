import { audit, differenceOf } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import * as template from "#core/contract/template";
import { takesEveryRight } from "#core/contract/values/message-kinds";
import { rights } from "#core/contract/values/rights";
import type { Change } from "#core/db/change";
import { Refusal, refuseBeyond } from "#core/refusal";
import { shownTemplate } from "./show-template.ts";
import { lockedTemplate, writeVersion } from "./write-version.ts";

/**
 * Applies to messages written from now on. Those already written stay as they are. A template whose link grants access
 * can be edited only by someone with every right: its text could send the link to another server. So can a security
 * notice: an empty text would keep silent.
 */
export async function editTemplate(
  change: Change,
  { kind, channel, source, after }: InputOf<typeof template.edit>,
): Promise<template.Template> {
  const { faultsOf } = await import("./check.ts");
  const named = { kind, channel };
  const before = await lockedTemplate(change, named);
  if (takesEveryRight(kind)) refuseBeyond(change.by, rights);
  if (after !== undefined && after !== before.version) throw new Refusal("version.stale");
  const faults = await faultsOf(kind, channel, source);
  if (faults.length > 0) throw new Refusal("template.faulty", { faults });
  const difference = differenceOf({ ...before.source }, { ...source });
  if (Object.keys(difference.after ?? {}).length === 0) return await shownTemplate(change.tx, named);
  const version = await writeVersion(change, named, before.version, source);
  audit(
    change,
    template.edit.name,
    `${kind}/${channel}`,
    { before: { version: before.version }, after: { version, parts: Object.keys(difference.after ?? {}) } },
    "template",
  );
  return await shownTemplate(change.tx, named);
}
