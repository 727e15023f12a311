/** The test carrier's API, as `core/shipping/carriers/testcarrier/testcarrier.ts` calls it. */
import { answeredOnce, no, parsed, type ShopAsks, type ShopHears } from "../answer-shop.ts";
import {
  type Books,
  eventsOf,
  isPickedUp,
  LabelRequest,
  makeLabel,
  RatesRequest,
  servicesFor,
  shownLabel,
} from "./books.ts";

/** A refusal is not stored: the shop repeats the request once the address is corrected. */
export const answerShop = (books: Books, asks: ShopAsks, now: Date): ShopHears =>
  answeredOnce(books, asks, { now, keeps: (status) => status < 300, work: () => done(books, asks, now) });

function done(books: Books, asks: ShopAsks, now: Date): ShopHears {
  const [, family = "", id = "", what = ""] = asks.path.split("/");
  const label = books.labels.find((one) => one.id === id);
  switch (`${asks.method} ${family}${id && `/{id}${what && `/${what}`}`}`) {
    case "GET account":
      return { status: 200, json: { name: "Test carrier" } };
    case "POST rates":
      return parsed(
        RatesRequest,
        asks,
        ({ weightGrams, currency, postalCode }) =>
          isNowhere(postalCode) ??
          // Too heavy to lift.
          (weightGrams > 50_000
            ? no(422, "weight", "Nobody can lift more than 50 kg.")
            : { status: 200, json: { services: servicesFor(weightGrams).map((one) => ({ ...one, currency })) } }),
      );
    case "POST labels":
      return parsed(LabelRequest, asks, (wanted) => {
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

/** Lets people try out a refusal: no one lives at a postal code of this form. */
const isNowhere = (postalCode = ""): ShopHears | undefined =>
  /000000$/.test(postalCode) ? no(422, "address", "Nobody delivers to this postal code.") : undefined;
