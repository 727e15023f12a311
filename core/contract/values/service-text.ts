/** A carrier's service in words, for the customer's message and for the screens. */

interface Sent {
  readonly carrier?: string | null | undefined;
  readonly service?: string | null | undefined;
}

/** "24": the id that some carriers want back, which is of no use to a person. */
const idOnly = /^[\da-f-]*\d[\da-f-]*$/i;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Carriers give codes, such as `FEDEX_2_DAY` or `se-12/ups_ground`. What staff typed for a parcel that they ship by hand
 * stays as it is.
 * @returns an empty text if the code has no words.
 */
export function serviceText({ carrier, service }: Sent): string {
  if (!service || carrier === "manual") return service ?? "";
  const code = service.replace(/^se-\w+\//, "");
  if (idOnly.test(code)) return "";
  const words = code
    .split(/[\s_/]+|:(?!\d)/)
    .filter((word) => word !== "" && !uuid.test(word))
    .join(" ");
  const isShouted = service.includes("_") && words === words.toUpperCase();
  return isShouted ? words.charAt(0) + words.slice(1).toLowerCase() : words;
}
