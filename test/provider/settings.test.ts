/** A provider's settings: the form for them, what it refuses, and what is shown of them afterwards. */
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { gatewayOf, isGatewayCode, offeredGateways } from "#core/payment/gateways/index";
import { choice, formOf, secret, secretNames, secretsIn, server, shownSettings, text } from "#core/provider/settings";

const schema = z.strictObject({
  account: text("Account", { help: "Top right.", pattern: [/^[a-z]{3,20}$/, "Only lowercase letters."] }),
  key: secret("Key"),
  before: secret("Key before").optional(),
  server: server({ live: "Live", test: "Test" }),
  labels: choice("Labels", { pdf: "PDF", zpl: "ZPL" }, "As your printer takes them.").optional(),
});
const given = { account: "acme", key: "sk_live_0123456789abcd", server: "live" };

describe("the form", () => {
  it("has a field for each setting, in order, as plain data", () => {
    const form = formOf(schema);
    expect(JSON.parse(JSON.stringify(form))).toEqual(form);
    expect(form).toMatchObject([
      {
        name: "account",
        label: "Account",
        kind: "text",
        required: true,
        help: "Top right.",
        pattern: "^[a-z]{3,20}$",
        shape: "Only lowercase letters.",
      },
      { name: "key", label: "Key", kind: "secret", required: true },
      { name: "before", label: "Key before", kind: "secret", required: false },
      { name: "server", kind: "server", required: true, options: { live: "Live", test: "Test" } },
      { name: "labels", kind: "choice", required: false, options: { pdf: "PDF", zpl: "ZPL" } },
    ]);
  });

  it("has a pattern that browsers accept and that agrees with the schema", () => {
    const [account, , , where] = formOf(schema);
    for (const [field, good, bad] of [
      [account, "acme", "ACME"],
      [where, "live", "elsewhere"],
    ] as const) {
      const pattern = new RegExp(field?.pattern ?? "", "v");
      expect([pattern.test(good), pattern.test(bad)]).toEqual([true, false]);
    }
  });

  it("refuses a schema with a field that it cannot display", () => {
    expect(() => formOf(z.strictObject({ bare: z.string() }))).toThrow("bare");
  });

  it.each(offeredGateways().filter(isGatewayCode))("for %s has labels, and marks every secret as one", async (code) => {
    const { settings } = await gatewayOf(code);
    for (const { label, name, kind } of formOf(settings)) {
      expect(label).not.toBe("");
      expect(kind === "secret", name).toBe(/secret|password|apiKey|^key$/i.test(name));
    }
  });
});

describe("settings", () => {
  it.each([
    ["a field is missing", { ...given, key: undefined }, "key"],
    ["a number is given for a text", { ...given, account: 7 }, "account"],
    ["a text does not look like one", { ...given, account: "ACME!" }, "account"],
    ["a secret is too short to be one", { ...given, key: "12345" }, "key"],
    ["a text has more than one line", { ...given, key: "sk_live\nx-injected: 1" }, "key"],
    ["a text is far too long", { ...given, key: "x".repeat(1_001) }, "key"],
    ["a choice is not among them", { ...given, labels: "gif" }, "labels"],
    ["the server is none", { ...given, server: "elsewhere" }, "server"],
  ])("are refused with their path if %s", (_, settings, path) => {
    const issues = schema.safeParse(settings).error?.issues ?? [];
    expect(issues.map((issue) => issue.path.join("."))).toContain(path);
  });

  // The form shows these texts as they are.
  it("are refused in words for a person", () => {
    const says = (settings: object) => schema.safeParse({ ...given, ...settings }).error?.issues[0]?.message;
    expect(says({ key: undefined })).toBe("This field is required.");
    expect(says({ account: " " })).toBe("This field is required.");
    expect(says({ key: "12345" })).toBe("At least 6 characters.");
    expect(says({ key: "x".repeat(1_001) })).toBe("At most 1,000 characters.");
    expect(says({ key: "sk_live\nx-injected: 1" })).toBe("One line without control characters.");
    expect(says({ account: "ACME!" })).toBe("Only lowercase letters.");
    expect(says({ labels: "gif" })).toBe("One of pdf, zpl.");
    expect(says({ server: "elsewhere" })).toBe("One of live, test, or an address that begins with https://.");
  });

  it("are refused with an unknown field", () => {
    expect(schema.safeParse({ ...given, other: "x" }).success).toBe(false);
  });

  it.each([
    ["live", true],
    ["https://sandbox.example.com", true],
    ["https://sandbox.example.com:8443/api/v2", true],
    ["http://127.0.0.1:4010", true],
    ["http://localhost:4010/api/test-gateway", true],
    ["http://sandbox.example.com", false],
    ["http://127.0.0.1.evil.example", false],
    ["https://user:password@example.com", false],
    ["https://example.com/?a=1", false],
    ["https://example.com/", false],
    ["https://", false],
    ["livelive", false],
    ["javascript:alert(1)", false],
  ])("accept %s as a server: %s", (server, good) => {
    expect(schema.safeParse({ ...given, server }).success).toBe(good);
  });

  // PayPal signs events of its simulator, which anyone can send, with this id.
  it.each(["WEBHOOK_ID", "", "1JE4291016473214C|x"])("of PayPal refuse %j as the webhook's id", async (webhookId) => {
    const { settings } = await gatewayOf("paypal");
    const checked = settings.safeParse({ clientId: "id", clientSecret: "s3cret-s3cret", webhookId, server: "live" });
    expect(new Set(checked.error?.issues.map(({ path }) => path.join(".")))).toEqual(new Set(["webhookId"]));
  });

  it.each([
    ["stripe", { secretKey: "sk_test_51AbcDef", webhookSecret: "whsec_0123456789" }, "test"],
    ["stripe", { secretKey: "rk_live_51AbcDef", webhookSecret: "whsec_0123456789" }, "live"],
    [
      "razorpay",
      { keyId: "rzp_test_1DP5mmOlF5G5ag", keySecret: "s3cret-s3cret", webhookSecret: "s3cret-s3cret" },
      "test",
    ],
    [
      "razorpay",
      { keyId: "rzp_live_1DP5mmOlF5G5ag", keySecret: "s3cret-s3cret", webhookSecret: "s3cret-s3cret" },
      "live",
    ],
    [
      "paypal",
      { clientId: "id", clientSecret: "s3cret-s3cret", webhookId: "1JE4291016473214C", server: "sandbox" },
      "test",
    ],
    [
      "paypal",
      { clientId: "id", clientSecret: "s3cret-s3cret", webhookId: "1JE4291016473214C", server: "live" },
      "live",
    ],
    [
      "chargebee",
      { site: "acme-test", apiKey: "s3cret-s3cret", webhookUser: "hook", webhookPassword: "s3cret" },
      "test",
    ],
    ["chargebee", { site: "acme", apiKey: "s3cret-s3cret", webhookUser: "hook", webhookPassword: "s3cret" }, "live"],
    ["cod", {}, "live"],
  ] as const)("of %s determine whether money is real: %j is %s", async (code, settings, mode) => {
    const gateway = await gatewayOf(code);
    expect(gateway.mode(gateway.settings.parse(settings))).toBe(mode);
  });
});

describe("a secret", () => {
  it("is named, and shown only by its last characters", () => {
    expect(secretNames(schema)).toEqual(["key", "before"]);
    expect(secretsIn(schema, given)).toEqual([given.key]);
    expect(shownSettings(schema, given)).toEqual({ account: "acme", key: "…abcd", server: "live" });
    // Four characters of six are most of it.
    expect(shownSettings(schema, { ...given, key: "s3cret" })).toMatchObject({ key: "…" });
  });
});
