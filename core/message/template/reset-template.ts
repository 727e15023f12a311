import { audit } from "#core/audit/record";
import type { InputOf } from "#core/contract/kit/operation";
import * as template from "#core/contract/template";
import type { Change } from "#core/db/change";
import { shownTemplate } from "./show-template.ts";
import { lockedTemplate, writeVersion } from "./write-version.ts";

/** Restores the built-in template; does nothing if it is current already. */
export async function resetTemplate(
  change: Change,
  { kind, channel }: InputOf<typeof template.reset>,
): Promise<template.Template> {
  const named = { kind, channel };
  const before = await lockedTemplate(change, named);
  if (!before.isOwn) return await shownTemplate(change.tx, named);
  const version = await writeVersion(change, named, before.version, null);
  const difference = { before: { version: before.version }, after: { version } };
  audit(change, template.reset.name, `${kind}/${channel}`, difference, "template");
  return await shownTemplate(change.tx, named);
}
