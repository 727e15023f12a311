/** Passwords: Argon2id, stored as PHC strings, so that the parameters can be raised without new passwords. */
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { gathered } from "#core/work/gathered";

/** OWASP's recommendation: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

interface Hashed {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  return phcOf({ ...cost, salt, hash: await hashOf({ password, ...cost, salt, length: hashBytes }) });
}

/**
 * Whether the password matches the hash. Without a hash it takes equally long, and returns false.
 * @param byStranger it waits behind other strangers' guesses and nobody else.
 */
export async function isPassword(password: string, phc: string | null, byStranger = false): Promise<boolean> {
  const { hash, ...how } = phc === null ? dummyHash : fromPhc(phc);
  const given = await (byStranger ? hashOfStranger : hashOf)({ password, ...how, length: hash.length });
  return timingSafeEqual(given, hash) && phc !== null;
}

/** Whether the hash has outdated parameters, and should be replaced when the password is next given. */
export function isOutdated(phc: string): boolean {
  const { memory, passes, parallelism } = fromPhc(phc);
  return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism;
}

/** The hash to compare with if the person is unknown. */
const dummyHash: Hashed = { ...cost, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) };

type Asked = Omit<Hashed, "hash"> & { readonly password: string; readonly length: number };

/**
 * One of the four threads that the process has for such work. Without a limit, hundreds of sign-ins at once take all of
 * them for seconds, and 19 MiB each.
 */
const oneByOne = () => gathered<Asked, Buffer>(1, 1, (asked) => Promise.all(asked.map(hashed)));
const hashOf = oneByOne();
const strangersQueue = oneByOne();

/** Guesses by strangers, who can make any number: a thread needs some seconds for these. */
export const waitingMax = 50;
let waiting = 0;
export const areManyWaiting = (): boolean => waiting >= waitingMax;

async function hashOfStranger(asked: Asked): Promise<Buffer> {
  waiting++;
  return strangersQueue(asked).finally(() => waiting--);
}

function hashed({ password, salt, length, ...how }: Asked): Promise<Buffer> {
  // The same character can be typed in several ways; NFKC makes them equal.
  const parameters = { ...how, message: password.normalize("NFKC"), nonce: salt, tagLength: length };
  return new Promise((done, failed) =>
    argon2("argon2id", parameters, (error, hash) => (error ? failed(error) : done(hash))),
  );
}

const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

const phcOf = ({ memory, passes, parallelism, salt, hash }: Hashed): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`;

function fromPhc(phc: string): Hashed {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc);
  if (!parts) throw new Error("A stored password hash is malformed.");
  const [, memory, passes, parallelism, salt = "", hash = ""] = parts;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}
