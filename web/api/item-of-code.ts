/**
 * The one item among those with the same whole SKU or barcode; undefined if there is none, or no single one. An archived
 * item may still be in stock, but a code that was since given to another item belongs to that one.
 */
export function itemOfCode<Item extends { readonly archivedAt: string | null }>(
  items: readonly Item[],
): Item | undefined {
  const live = items.filter(({ archivedAt }) => archivedAt === null);
  const [item, another] = live.length > 0 ? live : items;
  return another ? undefined : item;
}
