/** Removes secrets from texts, in every encoding in which they may be returned. */

const instead = "[secret]";

export type Redact = (text: string) => string;

/** A function that removes these secrets from texts: plain, in base64, in URLs and forms, and in JSON. */
export function redactOf(secrets: readonly string[]): Redact {
  const forms = new Set(secrets.filter((secret) => secret !== "").flatMap(formsOf));
  if (forms.size === 0) return (text) => text;
  // Longest first, so that a form is not mistaken for its own prefix.
  const all = [...forms].sort((a, b) => b.length - a.length).map((form) => RegExp.escape(form));
  const found = new RegExp(all.join("|"), "g");
  return (text) => text.replace(found, instead);
}

function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inUrl = encodeURIComponent(secret);
  const inForm = new URLSearchParams({ "": secret }).toString().slice(1);
  return [
    secret,
    inJson,
    inJson.replaceAll("/", "\\/"),
    inJson.replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`),
    ...[inUrl, inForm].flatMap((encoded) => [encoded, encoded.replace(/%../g, (octet) => octet.toLowerCase())]),
    ...inBase64(secret),
  ];
}

/**
 * The secret inside a longer base64 text, such as `user:secret`: three bytes make four characters, so there are three
 * alignments, and the characters at its ends also depend on its neighbours.
 */
function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const inner = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    // Too short to be a secret, and common in other texts.
    return inner.length < 4 ? [] : [inner, inner.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
