/** Files that were chosen for a product before it was created: its page uploads them. */
const waiting = new Map<string, readonly File[]>();

export const handOver = (productId: string, files: readonly File[]): void => void waiting.set(productId, files);

/** Takes them out, so that they are uploaded only once. */
export function takenOver(productId: string): readonly File[] {
  const files = waiting.get(productId) ?? [];
  waiting.delete(productId);
  return files;
}
