/** Where private files lie, and after how many days the bucket itself removes them. What is kept lies in one of these. */
export const keptDays = {
  /** What somebody sends, until it is used. */
  "uploads/": 30,
  "exports/": 30,
  "labels/": 730,
} as const;

export type FileKey = `${keyof typeof keptDays}${string}`;

/** What strangers may see lies under `/media` of the store's own address, by the name that it has there. */
export type MediaKey = `media/${string}`;
