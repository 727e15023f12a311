import { Aws, Duration, RemovalPolicy, type Stack } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import * as s3 from "aws-cdk-lib/aws-s3";
import * as wiring from "#functions/wiring";

/** The buckets of the wiring, by name. */
export type Buckets = Readonly<Record<wiring.BucketName, s3.Bucket>>;

/** They are retained when the stage is removed: there may be no other copy of their contents. */
export function bucketsIn(stack: Stack): Buckets {
  const made = new Map(wiring.buckets.map((wired) => [wired.name, bucketOf(stack, wired)]));
  const named = (name: wiring.BucketName) => {
    const bucket = made.get(name);
    if (!bucket) throw new Error(`The wiring has no bucket ${name}.`);
    return bucket;
  };
  return { files: named("files"), media: named("media") };
}

const bucketOf = (stack: Stack, { name, keptDays, presigned }: wiring.Bucket): s3.Bucket =>
  new s3.Bucket(stack, name, {
    encryption: s3.BucketEncryption.S3_MANAGED,
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [
      ...Object.entries(keptDays).map(([prefix, days]) => ({ id: prefix, prefix, expiration: Duration.days(days) })),
      { id: "unfinished", abortIncompleteMultipartUploadAfter: Duration.days(wiring.unfinishedDays) },
    ],
    // The signed URL is the permission, whatever page uses it; without one every request is refused.
    ...(presigned && {
      cors: [
        {
          allowedMethods: [s3.HttpMethods.PUT, s3.HttpMethods.GET],
          allowedOrigins: ["*"],
          allowedHeaders: ["content-type"],
          maxAge: 3_000,
        },
      ],
    }),
  });

/** The origin of the signed URLs that browsers upload to, as the SDK signs them. */
export const presignedOrigin = ({ files }: Buckets): string =>
  `https://${files.bucketName}.s3.${Aws.REGION}.${Aws.URL_SUFFIX}`;

const actions = { get: "s3:GetObject", put: "s3:PutObject", delete: "s3:DeleteObject" } as const;

/**
 * Grants a role what the wiring lets it do with files, and returns the environment variables with the buckets' names.
 */
export function grantFiles(role: iam.IRole, { files = [] }: wiring.Reach, buckets: Buckets): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const { bucket: name, folder, may } of files) {
    const bucket = buckets[name];
    const resources = [bucket.arnForObjects(`${folder}*`)];
    role.addToPrincipalPolicy(new iam.PolicyStatement({ actions: may.map((one) => actions[one]), resources }));
    const wired = wiring.buckets.find((one) => one.name === name);
    if (wired) environment[wired.variable] = bucket.bucketName;
  }
  return environment;
}
