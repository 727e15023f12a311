/** Links that open something, such as an invitation: sent, and shown to nobody else. */
import { open, seal } from "#core/secret";

/** Where the link stands in the texts that are kept; whoever reads them finds nothing that opens. */
const inTexts = (id: string) => `https://link-removed.invalid/${id}`;

const ownerOf = (id: string) => `message ${id}`;

/** What is kept in place of a link, and the link itself, sealed. */
export const sealedLink = (id: string, link: string) => ({
  shown: inTexts(id),
  sealed: seal(link, ownerOf(id)),
});

/** A text with the link where it belongs. */
export function withLink(
  { id, sealedLink: sealed }: { readonly id: string; readonly sealedLink: string | null },
  text: string,
) {
  return sealed === null ? text : text.replaceAll(inTexts(id), () => open(sealed, ownerOf(id)));
}
