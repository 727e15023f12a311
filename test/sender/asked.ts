/** The requests that tests make to senders. */
import type { OutgoingEmail, OutgoingSms } from "#core/message/senders/sender";

export const text = "Example Store: order #1001 is on its way. नमस्ते 📦 https://store.test/t/1";
export const sms: OutgoingSms = {
  to: "+919876543210",
  text,
  template: { id: "63a1f0c2d6fc051d9a3b8e42", values: { VAR1: "#1001", VAR2: "Examplepost" } },
  receiptsAt: "https://store.test/api/messages/twilio/receipts",
  at: new Date(),
};

export const email: OutgoingEmail = {
  id: "msg_01k9",
  to: "asha@example.com",
  subject: "आपका ऑर्डर 📦 #1001",
  html: "<p>Hello Asha, متجر</p>",
  text: "Hello Asha, متجر",
  at: new Date("2026-11-20T10:00:00Z"),
  attachment: null,
  unsubscribeUrl: null,
};
