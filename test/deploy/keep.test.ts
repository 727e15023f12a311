/** What a deploy keeps for later ones, in a Secrets Manager on this machine. */
import type { App } from "sst/constructs";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { newSecretsKey } from "#core/secret";
import { loadSettings } from "#functions/deploy/settings";
import { choices } from "../../stacks/keep-choices.ts";
import { madeAndKept } from "../../stacks/made-and-kept.ts";
import { setting } from "../../stacks/surroundings.ts";
import { aSecretsManager } from "../support/secrets-manager.ts";
import { synthesised } from "../support/stacks/synth.ts";
import type { Json } from "../support/stacks/synthesised.ts";
import { distributionIn, functionNamed, ofItsOwn, settingsDigest } from "../support/stacks/templates.ts";

// Here and not by another file of the run: SST then knows the project that the deploys below belong to.
const made = synthesised(ofItsOwn);

const secrets = await aSecretsManager();
// All that is read of it here.
const app = (mode = "deploy") =>
  ({ mode, region: "eu-central-1", logicalPrefixedName: (name: string) => `test-quartermaster-${name}` }) as App;

const secretNames = [
  "SECRETS_KEY",
  "ADMIN_TOKEN",
  "DATABASE_URL",
  "DATABASE_READ_URL",
  "MIGRATION_DATABASE_URL",
  "OWNER_EMAIL",
  "OWNER_PASSWORD",
];

/** A deploy with exactly these settings; returns what the stacks get, by name. */
async function deployed(settings: Readonly<Record<string, string>>, mode?: string, make: () => unknown = () => {}) {
  const before = { ...process.env };
  for (const name of [...choices, ...secretNames]) delete process.env[name];
  Object.assign(process.env, settings);
  try {
    await madeAndKept(app(mode), make);
    return Object.fromEntries([...choices, "DATABASE_URL", "SETTINGS_DIGEST"].map((name) => [name, setting(name)]));
  } finally {
    for (const name of [...choices, ...secretNames, "SETTINGS_DIGEST"]) delete process.env[name];
    Object.assign(process.env, before);
  }
}
const kept = (name = "settings") => secrets.get(`test-quartermaster-${name}`) ?? {};

beforeEach(() => secrets.clear());

describe("a deploy without repeated settings", () => {
  const first = {
    WEBHOOK_EGRESS: "public",
    ALARM_EMAIL: "ops@store.test",
    PUBLIC_URL: "https://shop.example.com",
    WEBHOOK_TIMEOUT_SECONDS: "20",
    DATABASE_URL: "postgres://shop@db.example.com/shop?sslmode=require",
  };

  // From another machine, by a colleague, out of a pipeline: webhooks would go to private addresses again, and no alarm
  // would be heard, and nothing would say so.
  it("uses the settings of earlier ones", async () => {
    await deployed(first);
    expect(await deployed({})).toMatchObject(first);
    expect(await deployed({ ALARM_EMAIL: "night@store.test" })).toMatchObject({
      ...first,
      ALARM_EMAIL: "night@store.test",
    });
    // A pipeline passes an unset variable on as an empty one.
    expect(await deployed({ ALARM_EMAIL: "", WEBHOOK_EGRESS: "" })).toMatchObject({
      ...first,
      ALARM_EMAIL: "night@store.test",
    });
  });

  it("drops a setting that was turned off, as do later ones", async () => {
    await deployed({ ...first, ADMIN_TOKEN: "an-operators-own-token" });
    const without = { ...first, WEBHOOK_EGRESS: undefined, ALARM_EMAIL: undefined };
    expect(await deployed({ WEBHOOK_EGRESS: "off", ALARM_EMAIL: "off", ADMIN_TOKEN: "off" })).toMatchObject(without);
    expect(await deployed({})).toMatchObject(without);
    expect(kept("admin-token")).toEqual({});
  });

  // In a single secret, anyone who may read what every function needs could become the owner.
  it("keeps what is not for every function apart, and removes it from where earlier deploys put it", async () => {
    const owner = { OWNER_EMAIL: "owner@store.test", OWNER_PASSWORD: "a long enough password" };
    secrets.set("test-quartermaster-settings", {
      SECRETS_KEY: newSecretsKey(),
      ...owner,
      ADMIN_TOKEN: "an-operators-own-token",
    });
    await deployed({ MIGRATION_DATABASE_URL: "postgres://owner@db.example.com/shop" });
    expect(Object.keys(kept()).toSorted()).toEqual(["DISTRIBUTION_KEY", "SECRETS_KEY", "SETTINGS_DIGEST"]);
    expect(kept("admin-token")).toEqual({ ADMIN_TOKEN: "an-operators-own-token" });
    const ofMigration = { ...owner, MIGRATION_DATABASE_URL: "postgres://owner@db.example.com/shop" };
    expect(kept("migration-settings")).toEqual(ofMigration);
    await deployed({});
    expect(kept("migration-settings")).toEqual(ofMigration);
  });

  // Kept from before, they would migrate the earlier database, and read reports from it.
  it("to move to another database, needs that one's other addresses as well", async () => {
    const at = (host: string, user = "shop") => `postgres://${user}@${host}.example.com/shop?sslmode=require`;
    const others = { MIGRATION_DATABASE_URL: at("db", "owner"), DATABASE_READ_URL: at("read") };
    await deployed({ DATABASE_URL: at("db"), ...others });
    await deployed({ DATABASE_URL: at("db", "another") });
    for (const name of ["MIGRATION_DATABASE_URL", "DATABASE_READ_URL"]) {
      const given = { DATABASE_URL: at("db2"), ...others, [name]: "" };
      await expect(deployed(given)).rejects.toThrow(`${name} is still that of the earlier database`);
    }
    expect(kept()["DATABASE_URL"]).toBe(at("db", "another"));
    await deployed({ DATABASE_URL: at("db2"), MIGRATION_DATABASE_URL: at("db2", "owner"), DATABASE_READ_URL: "off" });
    expect(kept()).toMatchObject({ DATABASE_URL: at("db2") });
    expect(kept()).not.toHaveProperty("DATABASE_READ_URL");
  });

  const [one, two, three] = ["k1", "k2", "k3"].map((id) => newSecretsKey().replace("k1", id));

  it("keeps every key that something is encrypted with", async () => {
    await deployed({ SECRETS_KEY: `${one}` });
    await deployed({ SECRETS_KEY: `${one},${two}` });
    await deployed({ SECRETS_KEY: `${two},${one}` });
    await expect(deployed({ SECRETS_KEY: `${two},${three}` })).rejects.toThrow("lacks the key k1");
    await expect(deployed({ SECRETS_KEY: "off" })).rejects.toThrow("lacks the key k2, k1");
    await deployed({});
    expect(kept()["SECRETS_KEY"]).toBe(`${two},${one}`);
  });

  // As the functions read it: with spaces after the commas, and a file's last line break.
  it("takes a key for the same whatever is around it", async () => {
    await deployed({ SECRETS_KEY: `${one}, ${two}\n` });
    await deployed({ SECRETS_KEY: `${two}, ${one}` });
    expect(kept()["SECRETS_KEY"]).toBe(`${two}, ${one}`);
  });

  // The functions of one area start anew after those of another: for minutes some would encrypt with a key that others
  // do not know, and take the settings of a provider for lost.
  it("lets functions encrypt only with a key that all of them have known since an earlier deploy", async () => {
    await deployed({ SECRETS_KEY: `${one}` });
    await expect(deployed({ SECRETS_KEY: `${two},${one}` })).rejects.toThrow("put k2 last");
    expect(kept()["SECRETS_KEY"]).toBe(one);
    await deployed({ SECRETS_KEY: `${one},${two}` });
    await deployed({ SECRETS_KEY: `${two},${one}` });
    expect(kept()["SECRETS_KEY"]).toBe(`${two},${one}`);
  });

  // A stage keeps every key that it was given, so it would keep such a key forever.
  it("refuses a key that no function could use, and does not keep it", async () => {
    await expect(deployed({ SECRETS_KEY: "k1:one" })).rejects.toThrow("SECRETS_KEY must be");
    await expect(deployed({ SECRETS_KEY: `${newSecretsKey()},${newSecretsKey()}` })).rejects.toThrow(
      "two keys called k1",
    );
    expect(kept()).not.toHaveProperty("SECRETS_KEY");
  });

  // The migration made an owner of anything: with three letters for a password, or an address that cannot sign in.
  it.each([
    ["OWNER_EMAIL", "the owner", "OWNER_EMAIL is not an email address"],
    ["OWNER_PASSWORD", "abc", "OWNER_PASSWORD must have 10 to 200 characters"],
    ["OWNER_PASSWORD", "x".repeat(201), "OWNER_PASSWORD must have 10 to 200 characters"],
    ["OWNER_PASSWORD", "1234567890", "OWNER_PASSWORD is too easy to guess"],
    ["ADMIN_TOKEN", "secret", "ADMIN_TOKEN has fewer than 16 characters and could be guessed"],
    ["ADMIN_TOKEN", "a token with spaces in it", "ADMIN_TOKEN must have visible ASCII characters only"],
  ])("refuses an invalid %s (%#), and keeps nothing", async (name, value, said) => {
    const owner = { OWNER_EMAIL: "owner@store.test", OWNER_PASSWORD: "a long enough password" };
    await expect(deployed({ ...owner, [name]: value })).rejects.toThrow(said);
    expect([...secrets.keys()]).toEqual([]);
    await deployed({ ...owner, [name]: "off" });
    expect(kept("migration-settings")).not.toHaveProperty(name);
  });

  // The senders would throw at each webhook, or silently do something else; and every later deploy would keep it.
  it.each([
    ["WEBHOOK_EGRESS", "Public"],
    ["WEBHOOK_PACE", "slow"],
    ["WEBHOOK_TIMEOUT_SECONDS", "20s"],
    ["WEBHOOK_TIMEOUT_SECONDS", "60"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
  ])("refuses %s=%s, and does not keep it", async (name, value) => {
    await expect(deployed({ [name]: value })).rejects.toThrow(`${name} is "${value}"`);
    expect(kept("choices")).toEqual({});
  });

  // They were kept, so that every later deploy was refused as well, and functions that started read such an address.
  it.each([
    ["NAT", "none"],
    ["VPC_ENDPOINTS", "one"],
    ["DATABASE_STANDBY", "two"],
    ["DATABASE_MAX_CONNECTIONS", "many"],
    ["DOMAIN", "https://shop.example.com"],
    ["DATABASE_URL", "postgres://shop@db.example.com/shop"],
  ])("keeps no %s that the stacks refuse", async (name, value) => {
    await deployed(first);
    const before = [kept(), kept("choices")];
    const given = { [name]: value };
    await expect(deployed(given, "deploy", () => synthesised(given))).rejects.toThrow(name);
    expect([kept(), kept("choices")]).toEqual(before);
  });

  // A colleague who did not know the region made a second, empty store in another one.
  it("says that a new store begins if no region is given", async () => {
    vi.stubEnv("AWS_REGION", undefined);
    const said = vi.spyOn(console, "warn").mockImplementation(() => {});
    onTestFinished(() => {
      vi.unstubAllEnvs();
      said.mockRestore();
    });
    await deployed(first, "diff");
    expect(said).not.toHaveBeenCalled();
    await deployed(first);
    expect(said.mock.calls).toEqual([[expect.stringContaining("no store in eu-central-1: a new one begins there")]]);
    await deployed(first);
    expect(said).toHaveBeenCalledOnce();
    secrets.clear();
    vi.stubEnv("AWS_REGION", "eu-central-1");
    await deployed(first);
    expect(said).toHaveBeenCalledOnce();
  });

  it("stores nothing when it only shows a diff or removes", async () => {
    await deployed(first, "remove");
    expect([...secrets.keys()]).toEqual([]);
  });
});

// CloudFormation compares templates, and no secret is in one: without a trace of it there, a changed address of the
// database would migrate nothing, and functions that are warm would keep the old one.
describe("a changed secret", () => {
  const first = {
    DATABASE_URL: "postgres://shop@db.example.com/shop?sslmode=require",
    MIGRATION_DATABASE_URL: "postgres://owner@db.example.com/shop",
    SECRETS_KEY: newSecretsKey(),
    ADMIN_TOKEN: "an-operators-own-token",
  };
  const digestAfter = async (settings: Readonly<Record<string, string>>) =>
    (await deployed(settings))["SETTINGS_DIGEST"] ?? "";

  it.each([
    ["DATABASE_URL", "postgres://another@db.example.com/shop?sslmode=require"],
    ["MIGRATION_DATABASE_URL", "postgres://owner@db2.example.com/shop"],
    ["SECRETS_KEY", `${first.SECRETS_KEY},${newSecretsKey().replace("k1", "k2")}`],
    ["ADMIN_TOKEN", "off"],
  ])("%s has another digest, and the same value given again has the same", async (name, value) => {
    const before = await digestAfter(first);
    expect([await digestAfter({}), await digestAfter(first)]).toEqual([before, before]);
    const after = await digestAfter({ [name]: value });
    expect(after).not.toBe(before);
    // Those that are loaded have what the template was made with.
    expect(kept()["SETTINGS_DIGEST"]).toBe(after);
  });

  it("has another digest in another stage: without a secret of the stage it says nothing", async () => {
    const digest = await digestAfter(first);
    secrets.clear();
    expect(await digestAfter(first)).not.toBe(digest);
  });

  it("is in a template as the digest: of the migration, and of every function that reads secrets", () => {
    expect(made.ofType("Custom::Migrations")[0]?.props.settings).toBe(settingsDigest);
    const variables = made
      .ofType("AWS::Lambda::Function")
      .flatMap(({ props }) => props.Environment?.Variables ?? [])
      .filter(({ SETTINGS_SECRET }: Json) => SETTINGS_SECRET);
    expect(variables.length).toBeGreaterThan(100);
    for (const { SETTINGS_DIGEST } of variables) expect(SETTINGS_DIGEST).toBe(settingsDigest);
  });
});

describe("the key that identifies the distribution", () => {
  /** As CloudFormation reads a template's reference to a secret. */
  const resolved = (text: string) =>
    text.replace(
      /\{\{resolve:secretsmanager:([^:]+):SecretString:([^:]+)::\}\}/,
      (_, secret, field) => secrets.get(secret)?.[field] ?? "",
    );

  // Two that differ, and every request counts as one of the distribution's few addresses: ten strangers who guess
  // passwords then keep out everybody.
  it("is the same in the distribution and in the functions, and in no template", async () => {
    await deployed({});
    const { Origins } = distributionIn(made);
    const [header] = Origins.flatMap(({ OriginCustomHeaders = [] }: Json) => OriginCustomHeaders);
    const sent = resolved(header.HeaderValue);
    expect(sent).toBe(kept()["DISTRIBUTION_KEY"]);
    expect(sent.length).toBeGreaterThan(40);
    expect(made.text).not.toContain(sent);

    const before = { ...process.env };
    onTestFinished(() => {
      delete process.env["DISTRIBUTION_KEY"];
      delete process.env["SETTINGS_SECRET"];
      Object.assign(process.env, before);
    });
    const { SETTINGS_SECRET } = functionNamed("session-signIn").props.Environment.Variables;
    process.env["SETTINGS_SECRET"] = SETTINGS_SECRET;
    await loadSettings();
    expect(process.env["DISTRIBUTION_KEY"]).toBe(sent);
  });

  it("stays the same from deploy to deploy: the distribution reads it once", async () => {
    await deployed({});
    const { DISTRIBUTION_KEY } = kept();
    await deployed({ ADMIN_TOKEN: "an-operators-own-token" });
    expect(kept()["DISTRIBUTION_KEY"]).toBe(DISTRIBUTION_KEY);
  });
});
