import { formatOf, type LabelFile } from "#core/shipping/carriers/label-format";

export interface KeptLabel {
  readonly key: `labels/${string}`;
  readonly format: LabelFile["format"];
}

/** What a browser is told it is. */
export const labelTypes = { pdf: "application/pdf", png: "image/png", zpl: "application/zpl" } as const;

const keyOf = (parcelId: string, format: LabelFile["format"]) => `labels/${parcelId}.${format}` as const;

/** Every name that a label of this parcel can have. */
export const labelKeysOf = (parcelId: string): KeptLabel["key"][] =>
  Object.keys(labelTypes).map((format) => keyOf(parcelId, format as keyof typeof labelTypes)); // of its own keys

/**
 * Keeps the store's own copy of a label, under a name that no other parcel has. Null when these bytes are no label, or when
 * the file store is away: the label was bought all the same, and is asked for again.
 */
export async function keepLabel(parcelId: string, bytes: Buffer): Promise<KeptLabel | null> {
  const format = formatOf(bytes);
  if (format === null) return null;
  const key = keyOf(parcelId, format);
  const { putFile } = await import("#core/file/put");
  const { Refusal } = await import("#core/refusal");
  try {
    await putFile(key, bytes, labelTypes[format]);
    return { key, format };
  } catch (error) {
    if (error instanceof Refusal && error.code === "file.away") return null;
    throw error;
  }
}
