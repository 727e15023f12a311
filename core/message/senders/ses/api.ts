/** Calls Amazon SES with AWS's client, over our HTTP client for providers with its limits, log and guard. */
import { SESv2Client } from "@aws-sdk/client-sesv2";
import * as z from "zod";
import { noOf } from "#core/provider/call";
import type { Answer, Http } from "#core/provider/http";
import { Ended, later, type NotDone, refused } from "#core/provider/outcome";
import { secret, server, text } from "#core/provider/settings";
import type { SenderNo } from "../sender.ts";
import { fromFields } from "../smtp/settings.ts";

export const settings = z.strictObject({
  region: text("Region", {
    help: "The region where your domain is verified, such as eu-west-1.",
    pattern: [/^[a-z]{2}(?:-[a-z]+)+-\d$/v, "Enter the region's code, such as eu-west-1."],
  }),
  accessKeyId: text("Access key ID", {
    help: "The access key of a user with the permissions ses:SendRawEmail and ses:GetAccount.",
    pattern: [/^[A-Z0-9]{8,128}$/v, "8 to 128 capital letters and digits."],
  }),
  secretAccessKey: secret("Secret access key"),
  ...fromFields,
  configurationSet: text("Configuration set", {
    help: "The configuration set that publishes deliveries, bounces and complaints to the topic below.",
    pattern: [/^[\w\-]{1,64}$/v, "At most 64 letters, digits, hyphens and underscores."],
  }).optional(),
  topicArn: text("SNS topic", {
    help: "The topic's ARN. Without it, delivery receipts are not processed.",
    pattern: [/^arn:aws[a-z\-]*:sns:[a-z0-9\-]+:\d{12}:[\w\-]{1,256}$/v, "Enter an ARN that begins with arn:aws:sns:."],
  }).optional(),
  server: server({ ses: "Amazon SES" }).optional(),
});
export type SesSettings = z.output<typeof settings>;

interface Speaking {
  readonly client: SESv2Client;
  /** The last answer. */
  readonly answer: () => Answer | undefined;
  /** Why there was no answer. */
  readonly ended: () => Ended | undefined;
}

/** A request signed by AWS's client. */
interface Signed {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Record<string, string>;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Without retries: how to handle a missing answer is not the client's decision. */
export function speaking(http: Http, given: SesSettings): Speaking {
  let answer: Answer | undefined;
  let ended: Ended | undefined;
  const { region, accessKeyId, secretAccessKey, server: at } = given;
  const client = new SESv2Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 1,
    ...(at !== undefined && at !== "ses" && { endpoint: at }),
    requestHandler: {
      handle: async ({ protocol, hostname, port, path, query, method, headers, body }: Signed) => {
        const search = new URLSearchParams(query).toString();
        const url = `${protocol}//${hostname}${port ? `:${port}` : ""}${path}${search && `?${search}`}`;
        const { host: _host, "content-length": _length, ...signed } = headers;
        try {
          answer = await http.send({
            method: method === "GET" ? "GET" : "POST",
            url,
            headers: signed,
            ...(body && { body: { jsonText: typeof body === "string" ? body : new TextDecoder().decode(body) } }),
          });
        } catch (error) {
          if (error instanceof Ended) ended = error;
          throw error;
        }
        return { response: { statusCode: answer.status, headers: answer.headers, body: answer.bytes } };
      },
    },
  });
  return { client, answer: () => answer, ended: () => ended };
}

const codes: Readonly<Record<string, SenderNo>> = {
  AccessDeniedException: "credentials",
  SignatureDoesNotMatch: "credentials",
  InvalidSignatureException: "credentials",
  UnrecognizedClientException: "credentials",
  RequestExpired: "settings",
  MailFromDomainNotVerifiedException: "settings",
  AccountSuspendedException: "settings",
  SendingPausedException: "settings",
  NotFoundException: "settings",
};

const Words = z.object({ message: z.string().optional(), Message: z.string().optional() });

/** Errors about too many requests: AWS's APIs send ThrottlingException, for example, with status 400. */
const throttling = /^(?:TooManyRequests|Throttling|RequestLimitExceeded)/;

/** Interprets an answer other than a yes. */
export function no(answer: Answer): NotDone {
  const { status, headers, json } = answer;
  const name = (headers["x-amzn-errortype"] ?? "").split(":")[0] ?? "";
  const words = Words.safeParse(json).data;
  const says = words?.message || words?.Message || name || `It answered ${status}.`;
  if (throttling.test(name) && status !== 429) return later(says);
  // The daily quota is used up: retrying within minutes is useless.
  if (name === "LimitExceededException") return later(says, 300);
  if (Object.hasOwn(codes, name)) return refused(codes[name] ?? "refused", says);
  // The account is in the sandbox, or the domain is not verified: no message would be sent.
  if (status < 500 && /not verified/i.test(says)) return refused("settings", says);
  return noOf(answer, status === 403 ? "credentials" : "refused", says);
}
