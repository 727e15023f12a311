/**
 * A list that two people have changed at once: without what either has removed, and with what either has added. The
 * order is mine if I have moved anything, and theirs otherwise.
 */
export function joinedLists<Item>(base: readonly Item[], mine: readonly Item[], theirs: readonly Item[]): Item[] {
  const [inBase, inMine, inTheirs] = [new Set(base), new Set(mine), new Set(theirs)];
  const haveMoved = those(base, inMine).join() !== those(mine, inBase).join();
  const [first, second] = haveMoved ? [mine, theirs] : [theirs, mine];
  const isKept = (item: Item) => !inBase.has(item) || (inMine.has(item) && inTheirs.has(item));
  return [...new Set([...first, ...second])].filter(isKept);
}

const those = <Item>(items: readonly Item[], only: ReadonlySet<Item>): Item[] => items.filter((one) => only.has(one));
