import { Duration, RemovalPolicy, type Stack } from "aws-cdk-lib";
import type * as iam from "aws-cdk-lib/aws-iam";
import * as rds from "aws-cdk-lib/aws-rds";
import { type ISecret, Secret } from "aws-cdk-lib/aws-secretsmanager";
import { type StackContext, use } from "sst/constructs";
import { logGroup } from "./function.ts";
import { network } from "./network/network.ts";
import type { Network } from "./network/placement.ts";
import { digestName, emulated, givenDatabasePort, oneOf, setting, settingsName, tokenName } from "./surroundings.ts";

export interface Database {
  /** The environment variables that tell a function where its settings are. */
  readonly environment: Readonly<Record<string, string>>;
  readonly grantTo: (role: iam.IRole) => void;
  /** Lets a role read the static admin token as well, and returns the variables that tell its functions where it is. */
  readonly tellToken: (role: iam.IRole) => Readonly<Record<string, string>>;
  /** The Aurora cluster, if one is created here. */
  readonly cluster: rds.DatabaseCluster | null;
  /** Its two roles: the functions', and the one that Aurora is created with, which owns the tables. */
  readonly login: ISecret | null;
  readonly owner: ISecret | null;
}

/** The store's PostgreSQL, given by `DATABASE_URL` or an Aurora cluster created here. */
export function database({ app, stack }: StackContext): Database {
  const places = use(network);
  const settings = Secret.fromSecretNameV2(stack, "Settings", settingsName(app));
  const cluster =
    givenDatabasePort() === null ? aurora(stack, app.logicalPrefixedName("database").toLowerCase(), places) : null;
  const owner = cluster?.secret ?? null;
  const login = cluster && functionsLogin(stack, cluster);
  const token = Secret.fromSecretNameV2(stack, "Token", tokenName(app));
  const readable = (role: iam.IRole, ...secrets: readonly (ISecret | null)[]) => {
    for (const secret of secrets) secret?.grantRead(role);
  };
  const collector = setting("OTEL_EXPORTER_OTLP_ENDPOINT");
  return {
    environment: {
      SETTINGS_SECRET: settingsName(app),
      // Lambda replaces the instances of a function whose variables have changed, and the new ones read the secrets.
      [digestName]: setting(digestName) ?? "",
      // An instance of a function does one thing at a time (stacks/connections.ts).
      DATABASE_CONNECTIONS: "1",
      ...(login && { DATABASE_SECRET: login.secretArn }),
      ...(cluster && hasStandby() && { DATABASE_READ_HOST: cluster.clusterReadEndpoint.hostname }),
      ...(collector !== undefined && { OTEL_EXPORTER_OTLP_ENDPOINT: collector }),
      // Lambda's Node includes RDS's certificate authorities, but loads them only with this option.
      ...(!emulated() && { NODE_EXTRA_CA_CERTS: "/var/runtime/ca-cert.pem" }),
    },
    grantTo: (role) => readable(role, settings, login),
    tellToken: (role) => {
      readable(role, token);
      return { SETTINGS_SECRET: `${settingsName(app)},${tokenName(app)}` };
    },
    ...{ cluster, login, owner },
  };
}

/** The role of the functions: the migration creates it with this password. */
const functionsLogin = (stack: Stack, cluster: rds.DatabaseCluster): ISecret =>
  new rds.DatabaseSecret(stack, "FunctionsLogin", {
    username: "quartermaster_functions",
    dbname: "quartermaster",
  }).attach(cluster);

/**
 * `DATABASE_STANDBY=none` halves the price, but a failing writer is then down for ten minutes instead of half a minute.
 */
const hasStandby = (): boolean => oneOf("DATABASE_STANDBY", ["one", "none"]) === "one";

function aurora(stack: Stack, clusterIdentifier: string, { vpc, databaseGroup }: Network): rds.DatabaseCluster {
  if (!vpc || !databaseGroup) throw new Error("DATABASE_URL is not set: an emulator has no Aurora to make.");
  // Aurora would create it otherwise, and keep its lines for ever.
  const logs = logGroup(stack, "AuroraLogs", `/aws/rds/cluster/${clusterIdentifier}/postgresql`);
  const cluster = new rds.DatabaseCluster(stack, "Aurora", {
    clusterIdentifier,
    engine: rds.DatabaseClusterEngine.auroraPostgres({
      version: rds.AuroraPostgresEngineVersion.of("17.5", "17"),
    }),
    credentials: rds.Credentials.fromGeneratedSecret("quartermaster"),
    defaultDatabaseName: "quartermaster",
    vpc,
    vpcSubnets: { subnetGroupName: "inside" },
    securityGroups: [databaseGroup],
    writer: rds.ClusterInstance.serverlessV2("Writer"),
    readers: hasStandby() ? [rds.ClusterInstance.serverlessV2("Standby", { scaleWithWriter: true })] : [],
    serverlessV2MinCapacity: 0.5,
    serverlessV2MaxCapacity: 16,
    storageEncrypted: true,
    backup: { retention: Duration.days(14) },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.SNAPSHOT,
    cloudwatchLogsExports: ["postgresql"],
  });
  cluster.node.addDependency(logs);
  return cluster;
}
