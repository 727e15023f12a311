/** Files that were chosen for a product before it was there: its own page uploads them. */
const waiting = new Map<string, readonly File[]>();

export const handOver = (productId: string, files: readonly File[]): void => void waiting.set(productId, files);

/** Takes them, so that they are uploaded once. */
export function takenOver(productId: string): readonly File[] {
  const files = waiting.get(productId) ?? [];
  waiting.delete(productId);
  return files;
}
