/**
 * The folders of private files, and after how many days the bucket removes their files. Every private file is in one.
 */
export const keptDays = {
  /** Uploads, until they are used. */
  "uploads/": 30,
  "exports/": 30,
  "labels/": 730,
} as const;

export type FileKey = `${keyof typeof keptDays}${string}`;

/** Public files are under `/media` of the store's own address, by their name in the bucket. */
export type MediaKey = `media/${string}`;
