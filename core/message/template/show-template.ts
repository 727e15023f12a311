/** Templates as the API shows them. */

import type { Template } from "#core/contract/template";
import {
  isSecurityNotice,
  type MessageChannel,
  type MessageKind,
  messageChannels,
  messageKinds,
  messageLabel,
  takesEveryRight,
} from "#core/contract/values/message-kinds";
import { variablesOf } from "#core/contract/values/message-variables";
import type { Db } from "#core/db/client";
import { originalOf } from "#core/message/defaults/original";
import { Refusal } from "#core/refusal";
import { type Current, type CurrentOf, currentTemplates } from "./current.ts";

export interface Named {
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
}

const summaryOf = ({ kind, channel }: Named, { version, isOn, isOwn, editedAt, editedBy }: Current) => ({
  ...{ kind, channel, label: messageLabel(kind), isOn, version, isOwn, editedAt, editedBy },
  ...{ isAlwaysOn: isSecurityNotice(kind), takesEveryRight: takesEveryRight(kind) },
});
export type TemplateSummary = ReturnType<typeof summaryOf>;

export const summariesOf = (current: CurrentOf): TemplateSummary[] =>
  messageKinds.flatMap((kind) =>
    messageChannels.flatMap((channel) => {
      const found = current(kind, channel);
      return found ? [summaryOf({ kind, channel }, found)] : [];
    }),
  );

/** The current template. @throws Refusal `template.unknown` for a channel that the kind does not have */
export async function currentTemplate(tx: Db, { kind, channel }: Named): Promise<Current> {
  const found = (await currentTemplates(tx))(kind, channel);
  if (!found) throw new Refusal("template.unknown");
  return found;
}

export async function shownSummary(tx: Db, named: Named): Promise<TemplateSummary> {
  return summaryOf(named, await currentTemplate(tx, named));
}

export async function shownTemplate(tx: Db, named: Named): Promise<Template> {
  const current = await currentTemplate(tx, named);
  const original = originalOf(named.kind, named.channel);
  if (!original) throw new Refusal("template.unknown");
  return {
    ...summaryOf(named, current),
    source: current.source,
    original,
    variables: { ...variablesOf(named.kind) },
    // The template library is loaded only by requests that show a template.
    filters: (await import("./engine.ts")).filterNames(),
  };
}
