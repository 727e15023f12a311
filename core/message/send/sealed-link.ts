/** Links that grant access, such as an invitation: sent to the recipient, and shown to no one else. */
import { open, seal } from "#core/secret";

/** The link's placeholder in stored texts. */
const inTexts = (id: string) => `https://link-removed.invalid/${id}`;

const ownerOf = (id: string) => `message ${id}`;

/** The placeholder that is stored instead of a link, and the sealed link. */
export const sealedLink = (id: string, link: string) => ({
  shown: inTexts(id),
  sealed: seal(link, ownerOf(id)),
});

interface WithLink {
  readonly id: string;
  readonly sealedLink: string | null;
}

/** A text with the link in place of its placeholder. */
export function withLink({ id, sealedLink: sealed }: WithLink, text: string): string {
  return sealed === null ? text : text.replaceAll(inTexts(id), () => open(sealed, ownerOf(id)));
}

/** The link's token, if there is one: servers quote from what they refuse. */
export function tokensIn({ id, sealedLink: sealed }: WithLink): string[] {
  if (sealed === null) return [];
  const link = open(sealed, ownerOf(id));
  return [link.slice(link.lastIndexOf("=") + 1)];
}
