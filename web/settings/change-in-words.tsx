/** A change as one line of the audit log: the first fields, with their values before and after if these are short. */
import { Text } from "@mantine/core";
import { setApart } from "#core/contract/values/set-apart";
import { useSession } from "../api/session.tsx";
import { fieldLabel } from "../ui/format/field-labels.ts";
import { isEmptyValue } from "../ui/format/field-values.tsx";
import { moneyText } from "../ui/format/money.ts";
import { idPattern } from "../ui/links/entity-link.tsx";

type Values = Readonly<Record<string, unknown>> | null;

const fieldsMax = 3;
const lettersMax = 40;

export function ChangeInWords({ before, after }: { before: Values; after: Values }) {
  const { store } = useSession();
  // Leaves out ids and unchanged fields.
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) =>
      !/^id$|Id$/.test(name) &&
      !(before && after && JSON.stringify(before[name] ?? null) === JSON.stringify(after[name] ?? null)),
  );
  const rest = names.length - fieldsMax;
  const first = names.slice(0, fieldsMax).map((name) => {
    const [old, now] = [before, after].map((values) => values && shortText(name, values[name], store.currency));
    const label = fieldLabel(name).toLowerCase();
    if (old === undefined || now === undefined || (!old && !now)) return label;
    return old === null || now === null ? `${label}: ${old ?? now}` : `${label}: ${setApart(old)} → ${setApart(now)}`;
  });
  return (
    <Text span inherit c="dimmed">
      {names.length === 0 ? "–" : first.join(", ") + (rest > 0 ? ` and ${rest} more` : "")}
    </Text>
  );
}

/** "2 × MUG, 1 × BOWL"; undefined for a list of other things, or if it is too long for a line of the log. */
function goodsText(list: readonly unknown[]): string | undefined {
  const goods = list.flatMap((one) => {
    if (typeof one !== "object" || one === null || !("sku" in one) || !("quantity" in one)) return [];
    return [`${one.quantity} × ${setApart(String(one.sku))}`];
  });
  const text = goods.join(", ");
  return goods.length === list.length && text.length <= lettersMax ? text : undefined;
}

/** Undefined for values without a short form: other lists, records, ids of other records, times. */
function shortText(name: string, value: unknown, currency: string): string | undefined {
  if (isEmptyValue(value)) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (name.endsWith("Minor") && Number.isFinite(Number(value)))
    return moneyText({ amountMinor: Number(value), currency });
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return goodsText(value);
  if (typeof value !== "string" || value.length > lettersMax || idPattern.test(value) || name.endsWith("At"))
    return undefined;
  // An enum value: "bankTransfer", "partiallyShipped".
  return /^[a-z]+([A-Z][a-z]+)+$/.test(value)
    ? value.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : value;
}
