/** Twilio's callbacks, which no one else can forge. */
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { twilio } from "#core/message/senders/twilio/twilio";
import { inbound, nobody, refusal } from "#test/provider/told";

const { receives } = twilio;
const settings = {
  accountSid: "AC00000000000000000000000000000000",
  authToken: "twilio_auth_token",
  sender: "+15005550006",
};
const address = "https://shop.example.com/api/messages/twilio/webhook";
const fields = {
  AccountSid: "AC00000000000000000000000000000000",
  From: "+15005550006",
  MessageSid: "SM00000000000000000000000000000001",
  MessageStatus: "delivered",
  To: "+919999999999",
};
const vector = "kH0EMhjYsDMPnDOibkKMN5jfGNA=";

const bodyOf = (form: Readonly<Record<string, string>>) => new URLSearchParams(form).toString();
const sign = (text: string, key = settings.authToken) => createHmac("sha1", key).update(text).digest("base64");
const signedText = (at: string, form: Readonly<Record<string, string>>) =>
  at +
  Object.keys(form)
    .toSorted()
    .map((name) => name + form[name])
    .join("");
const admit = (body: string, signature: string, at: string | undefined = address) =>
  receives.admit(settings, {
    ...inbound(body, { "x-twilio-signature": signature, host: "shop.example.com" }),
    ...(at !== undefined && { address: at }),
  });

describe("Twilio's signature", () => {
  it("agrees with a known test vector", () => {
    expect(admit(bodyOf(fields), vector)).toBe("SM00000000000000000000000000000001/delivered");
  });

  it("covers the fields by name, whatever their order, including blanks and new fields", () => {
    const form = { To: "+919999999999", NewField: " a b ", MessageStatus: "sent", MessageSid: "SM1", Empty: "" };
    expect(admit(bodyOf(form), sign(signedText(address, form)))).toBe("SM1/sent");
  });

  it("covers each value of a repeated field once, in order", () => {
    const body = "MessageSid=SM1&MessageStatus=sent&Media=b&Media=a&Media=b";
    const signature = sign(`${address}MediaaMediabMessageSidSM1MessageStatussent`);
    expect(admit(body, signature)).toBe("SM1/sent");
  });

  // Before it is verified, a form costs whatever its sender likes.
  it("is not looked for in a form that is larger than any of Twilio's", () => {
    const ofBytes = (bytes: number) => ({
      ...fields,
      Rest: "x".repeat(bytes - bodyOf({ ...fields, Rest: "" }).length),
    });
    const [fits, isTooLarge] = [ofBytes(16_384), ofBytes(16_385)];
    expect(admit(bodyOf(fits), sign(signedText(address, fits)))).toBeTruthy();
    expect(() => admit(bodyOf(isTooLarge), sign(signedText(address, isTooLarge)))).toThrow(refusal);
  });

  it.each([
    ["with its usual port", address, "https://shop.example.com:443/api/messages/twilio/webhook"],
    ["without its port", "https://shop.example.com:8443/r?a=1", "https://shop.example.com/r?a=1"],
    ["with its port", "https://shop.example.com:8443/r?a=1", "https://shop.example.com:8443/r?a=1"],
  ])("covers the URL %s", (_, ours, theirs) => {
    expect(admit(bodyOf(fields), sign(signedText(theirs, fields)), ours)).toBeTruthy();
  });

  it.each([
    ["there is none", bodyOf(fields), "", address],
    ["it is by another token", bodyOf(fields), sign(signedText(address, fields), "another"), address],
    ["a field has been changed", bodyOf({ ...fields, MessageStatus: "failed" }), vector, address],
    ["a field has been added", `${bodyOf(fields)}&ErrorCode=30005`, vector, address],
    ["a field has been left out", bodyOf({ ...fields, To: "" }), vector, address],
    ["it is for another address", bodyOf(fields), vector, `${address}?a=1`],
    ["it is for another host", bodyOf(fields), vector, address.replace("shop", "evil")],
    ["it is cut", bodyOf(fields), vector.slice(0, -1), address],
    // The signature of only the fields: a missing URL must not be treated as an empty one.
    ["nobody knows the address", bodyOf(fields), sign(signedText("", fields)), ""],
    ["the address is none", bodyOf(fields), sign(signedText("store", fields)), "store"],
  ])("is refused if %s", (_, body, signature, at) => {
    expect(() => admit(body, signature, at)).toThrow(refusal);
  });
});

describe("Twilio's receipts", () => {
  const sentId = fields.MessageSid;
  it.each([
    ["accepted", {}, []],
    ["queued", {}, []],
    ["sending", {}, []],
    ["received", {}, []],
    // One part of a long text: it cannot be read without the others.
    ["partially_delivered", {}, []],
    ["scheduled", {}, []],
    ["sent", {}, [{ sentId, status: "sent", says: "", blocks: null }]],
    ["delivered", {}, [{ sentId, status: "delivered", says: "", blocks: null }]],
    ["Delivered", {}, [{ sentId, status: "delivered", says: "", blocks: null }]],
    ["", { SmsStatus: "delivered" }, [{ sentId, status: "delivered", says: "", blocks: null }]],
    ["sent", { MessageSid: "", SmsSid: sentId }, [{ sentId, status: "sent", says: "", blocks: null }]],
    ["read", {}, [{ sentId, status: "delivered", says: "", blocks: null }]],
    ["canceled", {}, [{ sentId, status: "failed", says: "", blocks: null }]],
    ["undelivered", { ErrorCode: "30007" }, [{ sentId, status: "failed", says: "Error 30007.", blocks: null }]],
    ["undelivered", { ErrorCode: "30005" }, [{ sentId, status: "failed", says: "Error 30005.", blocks: "address" }]],
    [
      "failed",
      { ErrorCode: "21610", ErrorMessage: "Unsubscribed" },
      [{ sentId, status: "failed", says: "Unsubscribed", blocks: "optedOut" }],
    ],
    // It was called a wrong number.
    [
      "undelivered",
      { ErrorCode: "21610" },
      [{ sentId, status: "failed", says: "The recipient has opted out (error 21610).", blocks: "optedOut" }],
    ],
  ])("%s %o", async (status, more, receipts) => {
    const told = inbound(bodyOf({ ...fields, MessageStatus: status, ...more }));
    expect(await receives.read(nobody, settings, told)).toEqual({ is: "done", value: { at: told.at, receipts } });
  });

  // They were passed over as being about no message.
  it.each([
    ["MessageStatus", "constructor"],
    ["MessageStatus", "blocked"],
    ["MessageStatus", ""],
    ["MessageSid", ""],
  ])("are shown to staff if they do not say how which message fared: %s is “%s”", async (name, value) => {
    const told = inbound(bodyOf({ ...fields, [name]: value }));
    await expect(receives.read(nobody, settings, told)).rejects.toMatchObject({
      outcome: { is: "refused", code: "odd" },
    });
  });

  it.each(["30001", "30003", "30008"])("undelivered with %s may arrive if it is sent again", async (ErrorCode) => {
    const told = inbound(bodyOf({ ...fields, MessageStatus: "undelivered", ErrorCode }));
    const receipts = [{ sentId, status: "failed", says: `Error ${ErrorCode}.`, blocks: null, isTemporary: true }];
    expect(await receives.read(nobody, settings, told)).toEqual({ is: "done", value: { at: told.at, receipts } });
  });
});
