/**
 * Imitates Amazon SNS: notifications signed with a certificate from Amazon's own host. Its key is public here, and
 * signs nothing else.
 */
import { createSign } from "node:crypto";
import type { Http } from "#core/provider/http";
import { nobody } from "#test/provider/told";

const key = `-----BEGIN PRIVATE KEY-----
MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDSYClKsmhNGanV
QVpc6c9ZMhWnPl+WYHdy40TC7FwlOQQQvh9yh+uoJEWWJSZmGsNaYpTlluObs0yL
joGwofeRvVJTSahXNQrmcDY6zJVVgUJMMwtSNuv2hZ0G/L1995AjfX+onYX9mLDq
fnUz+4XBeI9C/gyRiElOI5dYfnIq4ycAUUYdUaBaBCD4rhMnLvSfPcEy8gwOS5Xi
57NNmctUtacGm8CiaD1ndFFLfrxdizyQtrra0Mqltb6ZLDAs1ILTFWvwJ491iLHF
VtBVQ7LHF/AQafYMpQLGGZgfjIkR3qaW+Je0RIdprLDZTzz7stJqZBk4u1s6tw7Q
lcF8g1sJAgMBAAECggEAFWzIa8RvYaHCVXb8R0/jB24VvTR5muicZaGOak0UxdAw
kS1xqbH8vqEiCpxiNJ4XZNw7FoY3TC82lZRn8heOrWOi75tF5wq+f1EwfqzA7SY2
vKiqp57zCUZag4CIIlzs66ZfcspHH/h11Q3XrRl5qeZXrb6OhGBFOe1fP5qSETql
VH0ixz/p0OGsLYSkeAlayIrJscIrBx39QOfZNkIbIrf9e2lCnc1PfPRDxf22u1xI
6FG45c8iwhdBbGOzLj/W0phmgSa33eHC3VAj1pxfwt9BgwokvNLC6TX6VJTGENwX
6oxh2P1NDSg5NoT8aC8k3wv5eBt+KW60eKVtnI5VIQKBgQD9qGet/I2Sh0ody2oM
lsNrdnVS/t1+vXAkF4mmBhn3nBaILWf7VZBTvnjTyRTkdWATe47sgkyrHPjwhlEF
XitfdQvsxLwn+kWNjOZvj6UnFaKecmYBdiLN2tIK0fvbKhZ+93vxs0BjtgZ/hpcG
cqGwo/tKZNVHBCGBUU0uGzs1KQKBgQDUUXIxRG8c5mYRnEOoLuXjO1+Dj5tgIubU
3cT3FOfWVgm1PDLOU2QBVaUg6y13w/+iviZ6r6PCXAxA3JyYzICfSssOAkUP8MKI
/gcnL4o2ZmQMgN+i6Sy3pVF5k4qCDNizDz0xaZn+UPHb5VEcbsM4SsVl2Zdabk97
C1QhSq7S4QKBgBOOsXfDujKrBbboYSPZV/XoK0Gb7v3/oy7VNcK8Q7JIsaAMSDEj
tr4OOIizv02iEydNZoarwTeMQ1FgOcz9JsD0aFf4Dz3R2R0B2R6O57/sth4bWewQ
7LwMfBdje1S5mQRvFnpbRMKrXTLl8K0Jl5fj/NMOlTclhWPQHfBJHzaJAoGAP6CI
0CrqAYcqX2ys+eHUEtzgKtUGgzDybChptoIVWC5AioeX0i07cwrviYXxAktCeMrz
TSEFumFLasSySTg/83y+jVwwxi4onlVCX4Pnr5XPtc+JNZEbTY3FdOG6SG8BIegX
No+nDofDc1qtjA/FgUEnFva2XOth9kXW2INBEQECgYBjfUmsdfoDyiVXsgl7ed6R
oUsZvZG/K04aystSebCZdLPaPCi/kFBUgVsq2lpyShhlKahc64qSIojwz9sTBqnm
CluIqTX8n1BgDuGZjEXNVHSxQEamXl/EFLQDKSd8RVjB6uqiRhnMeDpS1x2Dr2Pf
B6fgnKtcFN8Bv8SJHaWUsQ==
-----END PRIVATE KEY-----`;
const certificate = `-----BEGIN CERTIFICATE-----
MIIDGzCCAgOgAwIBAgIUVxSqY07x/huOAroymFui3rdT3a4wDQYJKoZIhvcNAQEL
BQAwHDEaMBgGA1UEAwwRc25zLmFtYXpvbmF3cy5jb20wIBcNMjYxMTIyMTMwNzM1
WhgPMjEyNjEwMjkxMzA3MzVaMBwxGjAYBgNVBAMMEXNucy5hbWF6b25hd3MuY29t
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA0mApSrJoTRmp1UFaXOnP
WTIVpz5flmB3cuNEwuxcJTkEEL4fcofrqCRFliUmZhrDWmKU5Zbjm7NMi46BsKH3
kb1SU0moVzUK5nA2OsyVVYFCTDMLUjbr9oWdBvy9ffeQI31/qJ2F/Ziw6n51M/uF
wXiPQv4MkYhJTiOXWH5yKuMnAFFGHVGgWgQg+K4TJy70nz3BMvIMDkuV4uezTZnL
VLWnBpvAomg9Z3RRS368XYs8kLa62tDKpbW+mSwwLNSC0xVr8CePdYixxVbQVUOy
xxfwEGn2DKUCxhmYH4yJEd6mlviXtESHaayw2U88+7LSamQZOLtbOrcO0JXBfINb
CQIDAQABo1MwUTAdBgNVHQ4EFgQUVAPHaQJH138HMedFHVVDnNGQLrswHwYDVR0j
BBgwFoAUVAPHaQJH138HMedFHVVDnNGQLrswDwYDVR0TAQH/BAUwAwEB/zANBgkq
hkiG9w0BAQsFAAOCAQEAfUxP84X+xb/M1l+z74PJgdimUIrtlEbClgNFoKq1mCXu
ZmmSbSNTW7iSaLQoROQmZHUtGTB6hCfnWf2HVTGy8y8hu5lPhNM+9dOeJBRrvod+
/rZDcXlr7a5IrxXzcJGmiYsBQ5aOOFu4O2webvfJsKfEKLJag0imo1JlLGGPl6l0
e1uBJ97K8TsemmPgT4z/9ZNk9g/mHr3uGenGzYq+FBYtlfS9I0tfD7qSSoM0sufs
rf9XJVvEDNxr3Uib6xm5mj2qBGoaSbcrJ5UhxiZ1T1QbM15YQujU1kUcSqvUUbWL
z/MLNzVYFZe2mzSzBvJk11nx7NzNULcMhI7uSwOxtA==
-----END CERTIFICATE-----`;

export const topicArn = "arn:aws:sns:eu-west-1:123456789012:store-mail";
export const certificateUrl = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem";

type Envelope = Readonly<Record<string, string>>;

/** What SNS sends, signed in the same way. */
export function signed(fields: Envelope, version: "1" | "2" = "2"): Envelope {
  const named = { TopicArn: topicArn, Timestamp: "2026-11-20T10:00:00.000Z", MessageId: "22b80b92-fdea", ...fields };
  const all: Envelope = { Type: "Notification", ...named };
  const names =
    all["Type"] === "Notification"
      ? ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]
      : ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];
  const text = names.flatMap((name) => (all[name] === undefined ? [] : [`${name}\n${all[name]}\n`])).join("");
  const Signature = createSign(version === "2" ? "RSA-SHA256" : "RSA-SHA1")
    .update(text)
    .sign(key, "base64");
  return { SigningCertURL: certificateUrl, ...all, SignatureVersion: version, Signature };
}

/** Amazon's hosts, for all requests to them: no test may reach the real ones. */
export function amazon(how: { readonly certificate?: string; readonly status?: number } = {}) {
  const asked: string[] = [];
  const http: Http = {
    ...nobody,
    remember: async (_name, make) => (await make()).text,
    send: async ({ url }) => {
      asked.push(url);
      const bytes = Buffer.from(how.certificate ?? certificate);
      const as = () => {
        throw new Error("it is no JSON");
      };
      return { status: how.status ?? 200, headers: {}, bytes, json: undefined, as };
    },
  };
  return { http, asked };
}
