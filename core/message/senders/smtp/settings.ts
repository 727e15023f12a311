/** A mail server's settings. */
import * as z from "zod";
import { choice, secret, text } from "#core/provider/settings";

const mailAddress = /^[^\s@<>",;]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\-]*[A-Za-z0-9])?\.)*[A-Za-z0-9\-]+$/v;

/** The sender's name and address: the same fields for every email sender. */
export const fromFields = {
  fromName: text("From: name", { help: "The sender name that recipients see, such as the store's name." }),
  fromAddress: text("From: address", {
    help: "The domain must allow this server to send on its behalf (SPF, DKIM).",
    pattern: [mailAddress, "Enter an email address."],
  }),
  replyTo: text("Replies to", {
    help: "Where customers' replies go, if not to the From address.",
    pattern: [mailAddress, "Enter an email address."],
  }).optional(),
};

const fields = z.strictObject({
  host: text("Server", {
    help: "For example smtp.example.com.",
    pattern: [/^[A-Za-z0-9.:_\-]{1,253}$/v, "Enter the server's name only, without a protocol or path."],
    leads: true,
  }),
  port: text("Port", {
    help: "Usually 587 (STARTTLS) or 465 (TLS).",
    pattern: [
      /^(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/v,
      "Enter a number from 1 to 65535.",
    ],
    leads: true,
  }),
  security: choice(
    "Security",
    {
      starttls: "STARTTLS, or nothing is sent (port 587)",
      tls: "TLS from the beginning (port 465)",
      none: "None: only to a server of one's own network",
    },
    "Without it everybody on the way can read the password and the messages.",
    { leads: true },
  ),
  user: text("User", { help: "Leave empty if the server does not require one." }).optional(),
  password: secret("Password").optional(),
  ...fromFields,
});

/** With one of the two there would be no login, and the server would refuse each message. */
export const settings = fields
  .refine(({ user, password }) => user === undefined || password !== undefined, {
    path: ["password"],
    message: "A user needs a password. Enter it, or leave the user empty.",
  })
  .refine(({ user, password }) => password === undefined || user !== undefined, {
    path: ["user"],
    message: "A password needs a user. Enter it, or remove the password.",
  });
export type SmtpSettings = z.output<typeof settings>;
