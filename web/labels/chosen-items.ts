/** The items to print labels for, and the number of each, in the URL: `?variants=var_…*5,var_…`. */
import { idParam } from "../ui/url-state.ts";

export interface ChosenItem {
  readonly id: `var_${string}`;
  readonly copies: number;
}

export const copiesMax = 999;
export const copiesBounds = { min: 0, max: copiesMax };

const variantIdParam = idParam("var");

export const chosenItems = (text: string): ChosenItem[] =>
  text.split(",").flatMap((one) => {
    const [name = "", times = "1"] = one.split("*");
    const id = variantIdParam(name);
    return id ? [{ id, copies: Math.min(Number.parseInt(times, 10) || 1, copiesMax) }] : [];
  });

/** The search parameters of a link to the labels of these items. The copies of a repeated item are added up. */
export function labelsOf(items: readonly ChosenItem[]): { variants: string } {
  const copies = new Map<string, number>();
  for (const item of items) copies.set(item.id, (copies.get(item.id) ?? 0) + item.copies);
  return { variants: [...copies].map(([id, count]) => (count === 1 ? id : `${id}*${count}`)).join() };
}
