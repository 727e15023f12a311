/** Which function may read which secret: if one is compromised, it must not expose the others' secrets. */
import { describe, expect, it } from "vitest";
import { routes } from "#functions/wiring";
import type { Resource } from "../support/stacks/synthesised.ts";
import { areaNames, backgroundNames, functionNamed, made, roleOf, statementsOf } from "../support/stacks/templates.ts";

/** The secrets that a function may read, by their names. */
const readBy = (handler: Resource): string[] =>
  statementsOf(roleOf(handler))
    .filter(({ Action }) => [Action].flat().includes("secretsmanager:GetSecretValue"))
    .flatMap(({ Resource: of }) => nameOf(JSON.stringify(of)))
    .toSorted();

const nameOf = (arn: string): string =>
  ["migration-settings", "admin-token", "settings"].find((name) => arn.includes(`quartermaster-${name}-??????`)) ??
  (/FunctionsLogin/.test(arn) ? "functions' login" : /Aurora\w*Secret/.test(arn) ? "owner's login" : arn);

const toldTo = ({ props }: Resource): string => props.Environment.Variables.SETTINGS_SECRET;
const functionOf = (area: string): Resource => {
  const route = routes.find((one) => one.area === area);
  return functionNamed(route?.operation.name.replace(".", "-") ?? "");
};

describe("secrets", () => {
  it.each([...areaNames.filter((area) => area !== "webhook").map((area) => functionOf(area).props.FunctionName)])(
    "cannot be read by %s: neither the first owner's password, nor the admin token, nor the role that owns the tables",
    (name) => {
      const handler = functionNamed(name.replace("test-quartermaster-", ""));
      expect(readBy(handler)).toEqual(["functions' login", "settings"]);
      expect(toldTo(handler)).toBe("test-quartermaster-settings");
    },
  );

  it.each(backgroundNames)("cannot be read by %s", (name) => {
    expect(readBy(functionNamed(name))).toEqual(["functions' login", "settings"]);
  });

  it("are known where they are used: the token by the webhooks, the others by the migration", () => {
    const webhooks = functionOf("webhook");
    expect(readBy(webhooks)).toEqual(["admin-token", "functions' login", "settings"]);
    expect(toldTo(webhooks)).toBe("test-quartermaster-settings,test-quartermaster-admin-token");
    const migrate = functionNamed("migrate");
    expect(readBy(migrate)).toEqual(["functions' login", "migration-settings", "owner's login", "settings"]);
    expect(toldTo(migrate)).toBe("test-quartermaster-settings,test-quartermaster-migration-settings");
  });

  it("include a separate role for the functions, with a generated password", () => {
    const [login] = made.ofType("AWS::SecretsManager::Secret").filter(({ id }) => id.includes("FunctionsLogin"));
    expect(login?.props.GenerateSecretString).toMatchObject({
      SecretStringTemplate: expect.stringContaining('"username":"quartermaster_functions"'),
    });
    const attached = made.ofType("AWS::SecretsManager::SecretTargetAttachment");
    expect(attached.map(({ props }) => props.TargetType)).toContain("AWS::RDS::DBCluster");
    // The migration creates the role: it is called again if the role changes.
    expect(JSON.stringify(made.ofType("Custom::Migrations")[0]?.props.login)).toContain("FunctionsLogin");
  });
});
