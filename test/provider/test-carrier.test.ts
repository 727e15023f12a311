/** The test carrier: what every adapter must fulfil. The store's tests book with it as with any other. */
import { httpFor } from "#core/provider/http";
import { testcarrier } from "#core/shipping/carriers/testcarrier/testcarrier";
import { asksToShip, bookingOf } from "../carrier/asked.ts";
import { type TestCarrierFake, testCarrierFake } from "../carrier/fakes/testcarrier.ts";
import { type Operation, operationOf, suiteOver } from "./suite.ts";

const asked = asksToShip("IN", "standard");
const key = "key of the test carrier";
const webhookSecret = "secret of its webhook";
const settings = ({ origin }: TestCarrierFake) => ({ address: `${origin}/api/test-carrier`, key, webhookSecret });
const client = () => httpFor({ provider: "testcarrier", secrets: [] });
const book = (fake: TestCarrierFake) => testcarrier.book.ask(client(), settings(fake), asked);

/** Its keys are kept with its labels. */
async function start(): Promise<TestCarrierFake> {
  const fake = await testCarrierFake();
  fake.books.key = key;
  return { ...fake, forgetKeys: () => void fake.books.kept.splice(0) };
}

const wrongKey = {
  because: "the key is wrong",
  arrange: ({ books }: TestCarrierFake) => (books.key = "another"),
  code: "credentials",
};
const noLabel = {
  because: "there is no such label",
  arrange: ({ books }: TestCarrierFake) => books.labels.splice(0),
  code: "unknownParcel",
};
const booked = (fake: TestCarrierFake) => bookingOf(fake.books.labels[0]?.id ?? "label_1", "TC1", "IN");
const reads = (
  does: string,
  ask: Operation<TestCarrierFake>["ask"],
  how: Partial<Operation<TestCarrierFake>> = {},
) => ({
  ...({ does, ask, repeats: { how: "freely" }, refusals: [wrongKey] } as const),
  ...how,
});

suiteOver<TestCarrierFake>({
  code: "testcarrier",
  start,
  secrets: [key, webhookSecret],
  operations: [
    reads("check", (http, fake) => testcarrier.check(http, settings(fake))),
    reads("rates", (http, fake) => testcarrier.rates(http, settings(fake), asked)),
    operationOf("book", testcarrier.book, settings, asked, {
      times: ({ books }) => books.labels.length,
      refusals: [wrongKey],
    }),
    reads("label", (http, fake) => testcarrier.askLabel(http, settings(fake), booked(fake)), {
      prepare: book,
      refusals: [wrongKey, noLabel],
    }),
    reads("void", (http, fake) => testcarrier.void.ask(http, settings(fake), booked(fake)), {
      prepare: book,
      times: ({ books }) => books.labels.filter(({ voidedAt }) => voidedAt !== null).length,
      refusals: [
        wrongKey,
        noLabel,
        {
          because: "it has been picked up",
          arrange: ({ books, arrive }) => arrive(books.labels[0]!.trackingNumber),
          code: "tooLate",
        },
      ],
    }),
  ],
});
