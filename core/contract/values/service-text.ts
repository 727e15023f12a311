/** A carrier's service in words, for the customer's message and for the screens. */

interface Sent {
  readonly carrier?: string | null | undefined;
  readonly service?: string | null | undefined;
}

/** "24" or a UUID: the id that some carriers want back, which is of no use to a person. */
const idOnly = /^[\da-f-]*\d[\da-f-]*$/i;

/**
 * Carriers give codes, such as `FEDEX_GROUND` or `se-12/ups_ground`. What staff typed for a parcel that they ship by
 * hand stays as it is.
 * @returns an empty text if the code has no words.
 */
export function serviceText({ carrier, service }: Sent): string {
  if (!service || carrier === "manual") return service ?? "";
  const words = service
    .replace(/^se-\w+\//, "")
    .split(/[\s_/:]+/)
    .filter((word) => word !== "" && !idOnly.test(word))
    .join(" ");
  const isShouted = service.includes("_") && words === words.toUpperCase();
  return isShouted ? words.charAt(0) + words.slice(1).toLowerCase() : words;
}
