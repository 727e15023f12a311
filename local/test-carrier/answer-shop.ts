/** What the shop asks of the test carrier, as `core/shipping/carriers/testcarrier/testcarrier.ts` writes it down. */
import { createHash } from "node:crypto";
import type * as z from "zod";
import { sameText } from "#core/provider/inbound";
import { jsonOf } from "../json-of.ts";
import {
  type Books,
  eventsOf,
  isPickedUp,
  LabelAsked,
  makeLabel,
  RatesAsked,
  servicesFor,
  shownLabel,
} from "./books.ts";

export interface ShopAsks {
  readonly method: string;
  /** Below the carrier's own address. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

export interface ShopHears {
  readonly status: number;
  readonly json: unknown;
}

export function answerShop(books: Books, asks: ShopAsks, now: Date): ShopHears {
  const { authorization, "idempotency-key": given } = asks.headers;
  if (!sameText(String(authorization), `Bearer ${books.key}`)) return no(401, "credentials", "The key is wrong.");
  const key = asks.method === "POST" && typeof given === "string" ? given : "";
  const asked = createHash("sha256").update(`${asks.path}\n${asks.body}`).digest("hex");
  const before = key === "" ? undefined : books.kept.find((one) => one.key === key);
  if (before && before.asked !== asked) return no(409, "key.mismatch", "The key was used for something else.");
  if (before) return { status: before.status, json: before.json };
  const answer = done(books, asks, now);
  if (key !== "" && answer.status < 300) books.kept.push({ key, asked, ...answer, at: now.toISOString() });
  return answer;
}

function done(books: Books, asks: ShopAsks, now: Date): ShopHears {
  const [, family = "", id = "", what = ""] = asks.path.split("/");
  const label = books.labels.find((one) => one.id === id);
  switch (`${asks.method} ${family}${id && `/{id}${what && `/${what}`}`}`) {
    case "GET account":
      return { status: 200, json: { name: "Test carrier" } };
    case "POST rates":
      return parsed(
        RatesAsked,
        asks,
        ({ weightGrams, currency, postalCode }) =>
          isNowhere(postalCode) ??
          // One that is too heavy to be lifted.
          (weightGrams > 50_000
            ? no(422, "weight", "Nobody can lift more than 50 kg.")
            : { status: 200, json: { services: servicesFor(weightGrams).map((one) => ({ ...one, currency })) } }),
      );
    case "POST labels":
      return parsed(LabelAsked, asks, (wanted) => {
        const nowhere = isNowhere(wanted.to.postalCode);
        if (nowhere) return nowhere;
        const made = makeLabel(books, wanted, now);
        return made ? { status: 201, json: shownLabel(made) } : no(422, "noService", "There is no such service.");
      });
    case "GET labels": {
      const mine = books.labels.filter(({ reference }) => reference === asks.query.get("reference"));
      return { status: 200, json: { items: mine.map(shownLabel) } };
    }
    case "GET labels/{id}":
      if (!label) return no(404, "unknownParcel", "There is no such label.");
      return { status: 200, json: { ...shownLabel(label), events: eventsOf(label, now) } };
    case "POST labels/{id}/void":
      if (!label) return no(404, "unknownParcel", "There is no such label.");
      if (label.voidedAt === null && isPickedUp(label, now)) return no(409, "tooLate", "It has been picked up.");
      label.voidedAt ??= now.toISOString();
      return { status: 200, json: { state: "voided" } };
    default:
      return no(404, "nothing", "There is nothing at this address.");
  }
}

/** So that a refusal can be tried out: nobody lives where the code ends with three zeros twice over. */
const isNowhere = (postalCode: string): ShopHears | undefined =>
  /000000$/.test(postalCode) ? no(422, "address", "Nobody delivers to this postal code.") : undefined;

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  { body }: ShopAsks,
  then: (asked: z.output<Schema>) => ShopHears,
): ShopHears {
  const found = schema.safeParse(jsonOf(body));
  if (found.success) return then(found.data);
  const issues = found.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  return no(400, "invalid", issues.join("; "));
}

const no = (status: number, code: string, message: string): ShopHears => ({
  status,
  json: { error: { code, message } },
});
