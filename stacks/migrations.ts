import { CustomResource, Duration, FileSystem } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { dependsOn, type StackContext, use } from "sst/constructs";
import { database } from "./database.ts";
import { logGroup, ourFunction, roleOf } from "./function.ts";
import { network } from "./network/network.ts";
import { digestName, migrationSettingsName, setting, settingsName } from "./surroundings.ts";

/** How long CloudFormation waits for the migrations: the maximum of Lambda. */
const migrationMinutesMax = 15;

/**
 * The migrations of the store's database. All other stacks with our code depend on this one: code is deployed after the
 * database is migrated. It has nothing else, because a migration that fails rolls its stack back: an Aurora in it could
 * be neither deleted, at the first deploy, nor returned to an older version, at a later one.
 */
export function migrations({ app, stack }: StackContext): void {
  dependsOn(database);
  const store = use(database);
  const { outside } = use(network);
  const { login, owner } = store;
  const group = logGroup(stack, "MigrateLogs");
  // It sends CloudFormation its answer over the internet.
  const role = roleOf(stack, "MigrateRole", group, outside);
  store.grantTo(role);
  Secret.fromSecretNameV2(stack, "MigrationSettings", migrationSettingsName(app)).grantRead(role);
  owner?.grantRead(role);
  // CloudFormation calls it again when its properties change.
  const digest = FileSystem.fingerprint("dist/functions/deploy/migrate/migrations");
  const migrate = ourFunction(stack, "Migrate", {
    functionName: app.logicalPrefixedName("migrate"),
    bundle: "deploy/migrate",
    timeoutSeconds: migrationMinutesMax * 60,
    role,
    logGroup: group,
    placement: outside,
    environment: {
      ...store.environment,
      SETTINGS_SECRET: `${settingsName(app)},${migrationSettingsName(app)}`,
      ...(owner && { MIGRATION_DATABASE_SECRET: owner.secretArn }),
      MIGRATIONS_DIGEST: digest,
    },
  });
  const ran = new CustomResource(stack, "Migrations", {
    resourceType: "Custom::Migrations",
    serviceToken: migrate.functionArn,
    serviceTimeout: Duration.minutes(migrationMinutesMax),
    properties: { digest, settings: setting(digestName) ?? "", login: login?.secretArn ?? "" },
  });
  ran.node.addDependency(role);
}
