/** Secrets at rest: AES-256-GCM with a key from the environment. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { required } from "#core/environment";

/**
 * `SECRETS_KEY` is `<key id>:<32 bytes in base64>`, or several of them separated by commas: the first one
 * encrypts, all of them decrypt. So a key can be replaced without downtime: first add the new one at the end
 * everywhere, then put it in front.
 */
function keys(
  given = required("SECRETS_KEY", "secrets are stored encrypted, and this is the key (`<id>:<32 bytes in base64>`)"),
): Map<string, Buffer> {
  const known = new Map<string, Buffer>();
  for (const entry of given.split(",")) {
    const [id = "", text = ""] = entry.trim().split(":");
    const key = Buffer.from(text, "base64");
    if (!/^[\w-]{1,32}$/.test(id) || key.length !== 32) {
      throw new Error("SECRETS_KEY must be `<id>:<32 bytes in base64>`, or several of them with commas between.");
    }
    // Sealed secrets identify their key only by its id.
    if (known.has(id)) throw new Error(`SECRETS_KEY has two keys called ${id}: give the new one another id.`);
    known.set(id, key);
  }
  return known;
}

/**
 * Throws a sentence if the key is missing or malformed: called by a process before it takes requests, and by a deploy
 * with the key it is about to store.
 */
export const checkSecretsKey = (given?: string): void => void keys(given);

/** A new key in the form of `SECRETS_KEY`, for a first start on one machine. */
export const newSecretsKey = (): string => `k1:${randomBytes(32).toString("base64")}`;

/** Encrypts. `owner` is what the secret belongs to: it decrypts only with the same owner, so rows cannot be swapped. */
export function seal(secret: string, owner: string): string {
  const [first] = keys();
  if (!first) throw new Error("SECRETS_KEY holds no key.");
  const [keyId, key] = first;
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${keyId}.${nonce.toString("base64url")}.${sealed.toString("base64url")}`;
}

/** Decrypts what `seal` made for the same owner; throws for anything else. */
export function open(sealed: string, owner: string): string {
  const [keyId = "", nonce = "", text = ""] = sealed.split(".");
  const key = keys().get(keyId);
  if (!key) throw new Error(`SECRETS_KEY has no key called ${keyId}.`);
  const bytes = Buffer.from(text, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url"), { authTagLength: 16 })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
}

/** Null if it cannot be decrypted: for secrets that can be replaced if the key is lost. */
export function openUnlessLost(sealed: string, owner: string): string | null {
  try {
    return open(sealed, owner);
  } catch {
    return null;
  }
}

/** SHA-256 in hex: how tokens are stored. They are 32 random bytes, so no slower hash is needed. */
export const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
