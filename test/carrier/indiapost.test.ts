/** India Post: everything required of a carrier, and what only India Post does. */
import { describe, expect, it } from "vitest";
import { outcomeOf } from "#core/provider/call";
import { type Http, httpFor } from "#core/provider/http";
import type { IndiaPostSettings } from "#core/shipping/carriers/indiapost/api";
import { indiapost } from "#core/shipping/carriers/indiapost/indiapost";
import { inbound, refusal } from "../provider/told.ts";
import { outcomeOfAnswers } from "./answered.ts";
import { asksToShip, bookingOf } from "./asked.ts";
import { type IndiaPostFake, indiapostFake, indiapostPassword, indiapostToken } from "./fakes/indiapost.ts";
import { carrierSuite } from "./suite.ts";

const webhookToken = "indiapost-webhook-token";
const given = {
  customerId: "1000012345",
  password: indiapostPassword,
  contractId: "40012345",
  articleType: "SP",
  seriesLetters: "ET",
  seriesFirst: "21433001",
  seriesLast: "21433002",
  handover: "DROPOFF",
  webhookToken,
  server: "live",
} as const;
const settings = ({ origin }: IndiaPostFake): IndiaPostSettings => ({ ...given, server: origin });
const secrets = [indiapostPassword, webhookToken];
const number = "ET214330016IN";
const asked = asksToShip("IN", null, { trackingNumber: number });
const booking = bookingOf(number, number, "IN");
const entry = (date: string, time: string, event: string) => ({ date, time, office: "Pune GPO", officeid: "1", event });

carrierSuite<IndiaPostFake, IndiaPostSettings>({
  carrier: indiapost,
  start: indiapostFake,
  settings,
  secrets,
  lent: [indiapostToken],
  asked,
  booking,
  booked: () => ({
    bookingId: number,
    trackingNumber: number,
    trackingUrl: null,
    courier: null,
    cost: { amountMinor: 5900, currency: "INR" },
  }),
  wrongKey: {
    because: "the password is wrong, with HTTP 200",
    arrange: (fake) => {
      fake.set({ password: "another" });
      fake.forgetTokens();
    },
    code: "credentials",
  },
  refusals: {
    book: [
      {
        because: "the article is in the wrong list of a success",
        arrange: (fake) => fake.set({ refusal: "receiver_pincode is not valid" }),
        code: "address",
      },
      {
        because: "the number is another parcel's",
        arrange: ({ articles }) => articles.push({ barcode_no: number, receiver_pincode: "110001" }),
        code: "refused",
      },
    ],
  },
  scan: ({ entries }) => {
    entries.push(
      entry("2026-11-22", "09:00:00", "Beamed"),
      entry("2026-11-20", "10:11:12", "Item Booked"),
      entry("2026-11-20", "18:00:00", "Item Returned To Sender"),
      // To the store, then.
      entry("2026-11-21", "11:00:00", "Item Delivered to ADDRESSEE"),
      entry("2026-11-20", "16:00:00", "Item Invoiced"),
    );
    return [
      { at: new Date("2026-11-20T04:41:12Z"), status: "booked", words: "Item Booked", place: "Pune GPO" },
      { at: new Date("2026-11-20T10:30:00Z"), status: "outForDelivery" },
      { at: new Date("2026-11-20T12:30:00Z"), status: "returning" },
      { at: new Date("2026-11-21T05:30:00Z"), status: "returned" },
      { at: new Date("2026-11-22T03:30:00Z"), status: null, words: "Beamed" },
    ];
  },
});

describe("indiapost", () => {
  const client = () => httpFor({ provider: "indiapost", secrets });

  it("numbers articles with the check digit of S10, to the end of the series", () => {
    expect([0, 1, 2, -1].map((nth) => indiapost.numberOf(given, nth))).toEqual([number, "ET214330020IN", null, null]);
  });

  // An article that is booked but not yet scanned looks like an unknown one.
  it("has an unknown outcome for a number that is used but not yet scanned", async () => {
    const fake = await indiapostFake();
    await indiapost.book.ask(client(), settings(fake), asked);
    fake.set({ scans: false });
    expect(await indiapost.book.ask(client(), settings(fake), asked)).toMatchObject({ is: "unknown" });
    expect(fake.labels()).toBe(1);
  });

  // A missing destination does not prove that it is someone else's.
  it.each([
    [411001, "done"],
    ["", "unknown"],
    [undefined, "unknown"],
  ])("decides by the destination whose a used number is: %s", async (receiver_pincode, is) => {
    const fake = await indiapostFake();
    fake.articles.push({ barcode_no: number, receiver_pincode });
    expect(await outcomeOf(client(), () => indiapost.book.ask(client(), settings(fake), asked))).toMatchObject({ is });
  });

  // An article that is not scanned yet is not found: one that is found may well be older.
  it.each([
    ["2026-11-20T15:40:00.434011Z", "done"],
    ["2026-11-19", "done"],
    ["2026-10-01T12:23:39.434011Z", "refused"],
  ])("is refused a used number whose article was booked before it was asked for: %s", async (booked_on, is) => {
    const fake = await indiapostFake();
    fake.articles.push({ barcode_no: number, receiver_pincode: "411001", booked_on });
    expect(await indiapost.book.ask(client(), settings(fake), asked)).toMatchObject({ is });
  });

  // The look-up says nothing about the booking.
  it.each([400, 404, 422])("has an unknown outcome if the look-up of a used number is refused: %i", async (status) => {
    const fake = await indiapostFake();
    fake.articles.push({ barcode_no: number, receiver_pincode: "411001" });
    fake.set({ tracking: { status, json: { message: "Invalid request" } } });
    expect(await indiapost.book.ask(client(), settings(fake), asked)).toEqual({
      is: "unknown",
      why: "Invalid request",
    });
  });

  // Its rejections have HTTP 200, and its documentation also has 400.
  it("reads why an article is refused with HTTP 400, and whose a used number is", async () => {
    const fake = await indiapostFake();
    fake.set({ refusal: "Receiver pincode must be exactly 6 digits", refusedWith: 400 });
    expect(await indiapost.book.ask(client(), settings(fake), asked)).toEqual({
      is: "refused",
      code: "address",
      says: "Receiver pincode must be exactly 6 digits",
    });
    fake.articles.push({ barcode_no: number, receiver_pincode: "411001" });
    expect(await indiapost.book.ask(client(), settings(fake), asked)).toMatchObject({ is: "done" });
  });

  // It was tried again for a day, and then left to a person.
  it.each([
    [{ success: false, message: "Contract is not active", valid_articles: [], error_articles: [] }, "Contract is not"],
    [{ success: false, error_articles: [{ barcode_no: number, errors: "receiver_pincode is wrong" }] }, "is wrong"],
    [{ success: false, error_articles: [{ barcode_no: number, errors: null }], message: "No." }, "No."],
  ])("understands each form of its refusals: %j", async (answer, says) => {
    const login = { success: true, data: { access_token: "lent", expires_in: 300 } };
    const book = (http: Http, server: string) => indiapost.book.ask(http, { ...given, server }, asked);
    expect(await outcomeOfAnswers(book, login, answer)).toMatchObject({
      is: "refused",
      says: expect.stringContaining(says),
    });
    expect(await outcomeOfAnswers(book, login, { ...answer, success: true, error_articles: [] })).toMatchObject({
      is: "unknown",
    });
  });

  it("counts an article as booked if its tariff cannot be read", async () => {
    const login = { success: true, data: { access_token: "lent", expires_in: 300 } };
    const booked = { success: true, valid_articles: [{ barcode_no: number, calculated_tariff: { total: 59 } }] };
    const book = (http: Http, server: string) => indiapost.book.ask(http, { ...given, server }, asked);
    expect(await outcomeOfAnswers(book, login, booked)).toMatchObject({ is: "done", value: { cost: null } });
  });

  it("has booked an article even if the answer's own field for that cannot be read", async () => {
    const login = { success: true, data: { access_token: "lent", expires_in: 300 } };
    const booked = { success: "true", valid_articles: [{ barcode_no: number, calculated_tariff: 59 }] };
    const book = (http: Http, server: string) => indiapost.book.ask(http, { ...given, server }, asked);
    expect(await outcomeOfAnswers(book, login, booked)).toMatchObject({ is: "done" });
  });

  it("refuses wrong credentials beside an empty token", async () => {
    const check = (http: Http, server: string) => indiapost.check(http, { ...given, server });
    const wrong = { success: false, message: "Invalid credentials", data: { access_token: "" } };
    expect(await outcomeOfAnswers(check, wrong)).toMatchObject({ is: "refused", code: "credentials" });
    expect(await outcomeOfAnswers(check, { success: true, data: {} })).toMatchObject({ is: "later" });
  });

  it("refuses settings with which nothing can be tracked, although the answer has HTTP 200", async () => {
    const fake = await indiapostFake();
    fake.set({ tracking: { status: 200, json: { success: false, message: "Customer is not active" } } });
    expect(await indiapost.check(client(), settings(fake))).toEqual({
      is: "refused",
      code: "refused",
      says: "Customer is not active",
    });
  });

  it("logs in again at once if its token is refused", async () => {
    const fake = await indiapostFake();
    const http = client();
    await indiapost.track(http, settings(fake), { ...booking, at: new Date() });
    fake.forgetTokens();
    expect(await indiapost.book.ask(http, settings(fake), asked)).toMatchObject({ is: "done" });
    expect(fake.asked.filter(({ path }) => path.endsWith("/access/login"))).toHaveLength(2);
  });

  // Some programs book with the prefix of the other paths, and some without.
  it("books at the longer address if there is no shorter one", async () => {
    const fake = await indiapostFake();
    fake.set({ bookingPath: "/beextcustomer/process-articles/1000012345" });
    expect(await indiapost.book.ask(client(), settings(fake), asked)).toMatchObject({ is: "done" });
    fake.set({ bookingPath: "/elsewhere" });
    expect(await indiapost.book.ask(client(), settings(fake), asked)).toMatchObject({ is: "refused" });
  });

  it("books at the contract's address, and by default at the documented one", async () => {
    const fake = await indiapostFake();
    await indiapost.book.ask(client(), { ...settings(fake), bookingPath: "/contract/articles" }, asked);
    expect(fake.asked.at(-1)!.path).toBe("/contract/articles/1000012345");
    await indiapost.book.ask(client(), settings(fake), { ...asked, trackingNumber: "ET214330020IN" });
    expect(fake.asked.at(-1)!.path).toBe("/process-articles/1000012345");
    expect(JSON.parse(fake.asked.at(-1)!.body).articles[0]).toMatchObject({
      physical_weight: 1250,
      drop_off_pincode: "560001",
      receiver_company: "Asha Rao",
      receiver_mobile_no: "9876543210",
    });
  });

  const articleSent = ({ asked }: IndiaPostFake) => JSON.parse(asked.at(-1)!.body).articles[0];

  // Without the postal code the article is refused, whatever the office.
  it("names where parcels are dropped off, beside the office", async () => {
    const fake = await indiapostFake();
    await indiapost.book.ask(client(), { ...settings(fake), officeId: "21360001" }, asked);
    expect(articleSent(fake)).toMatchObject({
      pickup_or_dropoff: "DROPOFF",
      pickup_dropoff_office_id: "21360001",
      drop_off_pincode: "560001",
    });
  });

  // Half a street is an address that does not exist.
  it("sends a long street in three lines, broken between words, and refuses a longer one", async () => {
    const fake = await indiapostFake();
    const bookFor = (line1: string) =>
      indiapost.book.ask(client(), settings(fake), {
        ...asked,
        to: { ...asked.to, address: { ...asked.to.address, line1, line2: "4B" } },
      });
    const words = "Building ".repeat(15).trim();
    expect(await bookFor(words)).toMatchObject({ is: "done" });
    const { receiver_add_line_1, receiver_add_line_2, receiver_add_line_3 } = articleSent(fake);
    expect([receiver_add_line_1, receiver_add_line_2, receiver_add_line_3]).toEqual([
      "Building ".repeat(9).trim(),
      "Building ".repeat(6).trim(),
      "4B.",
    ]);
    expect(await bookFor("Building ".repeat(20).trim())).toMatchObject({ is: "refused", code: "address" });
    expect(fake.labels()).toBe(1);
  });

  // Saturday's post is collected on Monday.
  it.each([
    ["2026-11-20T10:00:00Z", "11/21/2026 10:00:00 AM"],
    ["2026-11-20T19:00:00Z", "11/23/2026 10:00:00 AM"],
  ])("names where and when parcels are collected, on the next working day in India after %s", async (at, when) => {
    const fake = await indiapostFake();
    await indiapost.book.ask(client(), { ...settings(fake), handover: "PICKUP" }, { ...asked, at: new Date(at) });
    expect(articleSent(fake)).toMatchObject({
      pickup_or_dropoff: "PICKUP",
      pickup_address_flag: "TRUE",
      pickup_addressee_name: "Example Store",
      pickup_company_name: "Example Retail",
      pickup_address_line1: "14 MG Road",
      pickup_city: "Bengaluru",
      pickup_state: "Karnataka",
      pickup_pincode: "560001",
      pickup_mobile_no: "9812345678",
      pickup_schedule_slot: "10:00-13:00",
      pickup_schedule_date: when,
    });
  });
});

describe("India Post's tracking", () => {
  const eventsOf = async (...entries: object[]) => {
    const fake = await indiapostFake();
    fake.articles.push({ barcode_no: number, receiver_pincode: "411001" });
    fake.entries.push(...entries);
    const http = httpFor({ provider: "indiapost", secrets });
    const outcome = await indiapost.track(http, settings(fake), { ...booking, at: new Date("2026-11-22T00:00:00Z") });
    return outcome.is === "done" ? outcome.value.events : [];
  };

  // The clock is India's, although it is labelled as UTC. Read as midnight, a day's events have no order.
  it.each([
    ["2026-11-20T00:00:00Z", "15:31:52"],
    ["2026-11-20T15:31:52.038Z", "15:31:52"],
    ["2026-11-20", "15:31:52"],
    ["20-11-2026", "15:31:52"],
    ["2026-11-20T15:31:52+05:30", undefined],
  ])("reads the day and the clock of %s, %s", async (date, time) => {
    expect(await eventsOf({ date, time, event: "Item Delivered" })).toMatchObject([
      { at: new Date("2026-11-20T10:01:52Z"), status: "delivered" },
    ]);
  });

  it.each([
    ["Item Booked", "booked"],
    ["Item Inducted", "booked"],
    ["Item bagged", "inTransit"],
    ["Item Dispatched", "inTransit"],
    ["ITEM_DISPATCH", "inTransit"],
    ["Item Received", "inTransit"],
    ["ITEM_RECEIVE", "inTransit"],
    ["BAG_CLOSE", "inTransit"],
    ["Bag Received", "inTransit"],
    ["Item Invoiced", "outForDelivery"],
    ["Taken out for delivery", "outForDelivery"],
    ["BEAT_DISPATCH", "outForDelivery"],
    ["Item Delivered(Addressee)", "delivered"],
    ["Item Kept on Hold", "exception"],
    ["Item not Delivered", "exception"],
    ["ITEM_NONDELIVER", "exception"],
    ["Item Returned to Sender", "returning"],
    ["Item Delivered(Sender)", "returned"],
  ])("knows %s as %s", async (event, status) => {
    expect(await eventsOf(entry("2026-11-20", "10:00:00", event))).toMatchObject([{ status, words: event }]);
  });

  it("reads an office that is a number", async () => {
    expect(await eventsOf({ ...entry("2026-11-20", "10:00:00", "Item Booked"), office: 21360001 })).toMatchObject([
      { status: "booked", place: "21360001" },
    ]);
  });
});

describe("India Post's webhook", () => {
  const { receives } = indiapost;
  const client = () => httpFor({ provider: "indiapost", secrets });
  const come = (event: object, token = webhookToken) => ({ ...inbound(JSON.stringify(event)), query: { token } });

  it("is accepted with the token in its URL", () => {
    const event = { articleNumber: number, event: "Item Bagged", eventDateTime: "2026-11-20 10:00:00" };
    expect(receives.admit(given, come(event))).toBe(`${number}/Item_Bagged/2026-11-20_10:00:00`);
    expect(() => receives.admit(given, come(event, "forged"))).toThrow(refusal);
    expect(() => receives.admit({ ...given, webhookToken: undefined }, come(event, ""))).toThrow(refusal);
  });

  it.each([
    [{ articleNumber: number, event: "Item Bagged", eventDateTime: "2026-11-20 10:00:00" }, "inTransit"],
    [{ barcode: number, event_code: "ITEM_DELIVERY", date: "20-11-2026", time: "10:00:00" }, "delivered"],
    [{ article_number: number, event_code: "NEVER_SEEN", date: "2026-11-20", time: "10:00:00" }, null],
  ])("is understood with any of its field names, %#", async (event, status) => {
    const fake = await indiapostFake();
    expect(await receives.read(client(), settings(fake), come(event))).toMatchObject({
      value: {
        happened: { parcel: { trackingNumber: number }, events: [{ at: new Date("2026-11-20T04:30:00Z"), status }] },
      },
    });
  });

  const told = {
    article_number: number,
    event_date: "2026-11-20",
    event_time: "10:00:00",
    event_office_name: "Pune GPO",
    event_code: "ITEM_DELIVERY",
    event_description: "Item Delivered(Sender)",
    booking_ref_id: 1_026_577_399_592_963,
  };

  // The code alone is the same for a delivery to the customer.
  it("is understood with the documented field names, of which the description decides", async () => {
    const fake = await indiapostFake();
    expect(await receives.read(client(), settings(fake), come(told))).toMatchObject({
      value: {
        at: new Date("2026-11-20T04:30:00Z"),
        happened: { events: [{ status: "returned", words: "Item Delivered(Sender)", place: "Pune GPO" }] },
      },
    });
  });

  it("is accepted again for the same event on another day, or without a time", () => {
    const idOf = (event: object) => receives.admit(given, come(event));
    expect(idOf(told)).not.toBe(idOf({ ...told, event_date: "2026-11-21" }));
    const { event_date: _, event_time: __, ...timeless } = told;
    expect(idOf(timeless)).not.toBe(idOf({ ...timeless, event_office_name: "Mumbai GPO" }));
  });

  it.each([{ event_time: 100_000 }, { event_office_name: 21_360_001 }, { event_office_name: {} }])(
    "is understood with an odd field: %j",
    async (odd) => {
      const fake = await indiapostFake();
      expect(await receives.read(client(), settings(fake), come({ ...told, ...odd }))).toMatchObject({
        value: { happened: { events: [{ status: "returned" }] } },
      });
    },
  );

  // With its scan beside it, the same event would be listed twice.
  it("reports an event once if its scan is known", async () => {
    const fake = await indiapostFake();
    fake.articles.push({ barcode_no: number, receiver_pincode: "411001" });
    fake.entries.push(entry("2026-11-20T10:00:00.038Z", "10:00:00", "Item Delivered(Sender)"));
    const outcome = await receives.read(client(), settings(fake), come(told));
    expect(outcome.is === "done" && outcome.value.happened).toMatchObject({ events: [{ status: "returned" }] });
  });

  // To the sender: the parcel would count as delivered to the customer.
  it("reports a delivery after a return as returned", async () => {
    const fake = await indiapostFake();
    fake.set({ scans: true });
    fake.articles.push({ barcode_no: number, receiver_pincode: "411001" });
    fake.entries.push(
      entry("2026-11-19", "10:00:00", "Item Return"),
      entry("2026-11-20", "10:00:00", "Item Delivered"),
    );
    const event = { barcode: number, event_code: "ITEM_DELIVERY", date: "20-11-2026", time: "10:00:00" };
    const statuses = (events: object[]) => ({ value: { happened: { is: "tracked", events } } });
    expect(await receives.read(client(), settings(fake), come(event))).toMatchObject(
      statuses([{ status: "returning" }, { status: "returned", words: "Item Delivered" }]),
    );
    // Not among the scans yet.
    fake.entries.pop();
    expect(await receives.read(client(), settings(fake), come(event))).toMatchObject(
      statuses([{ status: "returning" }, { status: "returned", words: "ITEM_DELIVERY" }]),
    );
  });

  it("waits while India Post cannot be asked about the article", async () => {
    const event = { articleNumber: number, event: "Item Bagged", eventDateTime: "2026-11-20 10:00:00" };
    const away = settings({ ...(await indiapostFake()), origin: "http://127.0.0.1:1" });
    const outcome = await outcomeOf(client(), () => receives.read(client(), away, come(event)));
    expect(outcome).toMatchObject({ is: "later" });
  });
});
