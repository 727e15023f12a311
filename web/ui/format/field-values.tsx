/** Readable values of a record's fields, for the audit, histories and the doctor. */
import type { ReactNode } from "react";
import { labelOf, type Right, rights } from "#core/contract/values/rights";
import { categoryPath, useCategories, useTaxRates } from "../../api/catalogue-lookups.ts";
import { useVendors } from "../../api/lookups.ts";
import { useSession } from "../../api/session.tsx";
import { useLocations } from "../../api/use-locations.ts";
import { percentText } from "../forms/parse-input.ts";
import { EntityLink, idPattern } from "../links/entity-link.tsx";
import { DateTime } from "./format.tsx";
import { moneyText } from "./money.ts";

export type FormatValue = (field: string, value: unknown) => ReactNode;

/** Also a list without items, and a record without values. */
export const isEmptyValue = (value: unknown): boolean =>
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.values(value ?? {}).every((one) => one === null));

const isRight = (value: unknown): value is Right => rights.some((right) => right === value);

/** The last part of a URL identifies the image. */
const fileName = (url: string): string => url.split("/").findLast(Boolean) ?? url;

/** The alternative text of an image, or else its file name or its position. */
const imageIn = ({ alt, url }: { alt?: unknown; url?: unknown }, index: number): string =>
  alt ? String(alt) : url ? fileName(String(url)) : `image ${index + 1}`;

/** Ids become links, with the record's name if the user may see it. */
export function useFormatValue(): FormatValue {
  const { store } = useSession();
  const categories = useCategories();
  const taxRates = useTaxRates();
  const vendors = useVendors();
  const locations = useLocations();
  const nameOf = (id: string): string | undefined => {
    const named = [...taxRates, ...vendors.all, ...locations.all].find((one) => one.id === id);
    return named?.name ?? (categoryPath(id, categories) || undefined);
  };
  return (path, value) => {
    const field = path.split(".").at(-1) ?? path;
    if (isEmptyValue(value)) return "none";
    if (typeof value === "boolean") return value ? "yes" : "no";
    // Large numbers arrive as text.
    if (field.endsWith("Minor")) return moneyText({ amountMinor: Number(value), currency: store.currency });
    if (field === "basisPoints") return `${percentText(Number(value))}%`;
    if (field === "weightGrams") return `${String(value)} g`;
    if (field === "position") return Number(value) + 1;
    if (field === "productIds" && Array.isArray(value)) return `${value.length} products`;
    if (field === "images" && Array.isArray(value)) return value.map(imageIn).join(", ");
    if (typeof value === "string") {
      if (field.endsWith("At") && !Number.isNaN(Date.parse(value))) return <DateTime value={value} />;
      if (idPattern.test(value)) return <EntityLink id={value}>{nameOf(value)}</EntityLink>;
      return isRight(value) ? labelOf(value) : value;
    }
    if (Array.isArray(value)) return value.map(String).join(", ");
    return typeof value === "object" && value !== null ? Object.values(value).join(", ") : String(value);
  };
}
