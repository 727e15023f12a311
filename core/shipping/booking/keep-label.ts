import { formatOf, type LabelFile } from "#core/shipping/carriers/label-format";

export interface KeptLabel {
  readonly key: `labels/${string}`;
  readonly format: LabelFile["format"];
}

/** Content types for browsers. */
export const labelTypes = { pdf: "application/pdf", png: "image/png", zpl: "application/zpl" } as const;

/** What a parcel's customs documents are stored under. */
export const customsDocumentsOf = (parcelId: string) => `${parcelId}-customs`;

export const labelKeyOf = (parcelId: string, format: LabelFile["format"]) => `labels/${parcelId}.${format}` as const;

/** Every name that a label of this parcel, or its customs documents, can have. */
export const labelKeysOf = (parcelId: string): KeptLabel["key"][] =>
  [parcelId, customsDocumentsOf(parcelId)].flatMap(
    (name) => Object.keys(labelTypes).map((format) => labelKeyOf(name, format as keyof typeof labelTypes)), // of its own keys
  );

/**
 * Stores the store's own copy of a label under the parcel's id, or its customs documents. Null if the bytes are not a
 * label, or if the file store is unavailable: the label has been bought already, and is requested again.
 */
export async function keepLabel(parcelId: string, bytes: Buffer): Promise<KeptLabel | null> {
  const format = formatOf(bytes);
  if (format === null) return null;
  const key = labelKeyOf(parcelId, format);
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
