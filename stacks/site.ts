import { Duration, Fn, RemovalPolicy, SecretValue, type Stack } from "aws-cdk-lib";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import * as s3 from "aws-cdk-lib/aws-s3";
import { type StackContext, use } from "sst/constructs";
import { mediaHeaders, pageHeaders } from "#functions/page-headers";
import { buckets, routes } from "#functions/wiring";
import { api } from "./api.ts";
import { type Buckets, bucketsIn, presignedOrigin } from "./buckets.ts";
import { ownDomain } from "./domain.ts";
import { emulated, settingsName, told } from "./surroundings.ts";

export interface Site {
  /** What tells a function where people find the store. */
  readonly environment: Readonly<Record<string, string>>;
  /** Where the admin's pages lie; an emulator has no such place. */
  readonly pages?: s3.IBucket;
  readonly buckets: Buckets;
}

/**
 * One address for people: the admin's pages out of a bucket, and the API behind `/api`, so that a cookie is same-site. The
 * pictures under `/media` come out of a bucket, too, which stands here because its policy names the distribution.
 */
export function site({ app, stack }: StackContext): Site {
  const http = use(api);
  const given = told("PUBLIC_URL");
  const files = bucketsIn(stack);
  if (emulated()) return { environment: { PUBLIC_URL: given ?? http.apiEndpoint }, buckets: files };

  const bucket = new s3.Bucket(stack, "Pages", {
    encryption: s3.BucketEncryption.S3_MANAGED,
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.DESTROY,
    autoDeleteObjects: true,
  });
  // Known to nobody else: a request that brings it came through here. The functions read the same secret.
  const distributionKey = SecretValue.secretsManager(settingsName(app), { jsonField: "DISTRIBUTION_KEY" });
  const own = ownDomain(stack);
  const toApi = {
    origin: new HttpOrigin(Fn.select(2, Fn.split("/", http.apiEndpoint)), {
      protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
      customHeaders: { "x-distribution-key": distributionKey.unsafeUnwrap() },
    }),
    viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
    allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
    originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    functionAssociations: [atViewerRequest(stack, "SayWho", sayWho)],
  };
  const keptAnswers = keptAnswersPolicy(stack);
  const distribution = new cloudfront.Distribution(stack, "Distribution", {
    defaultRootObject: "index.html",
    // CloudFront takes TLS 1.0 under its own name, and no less than this under one of ours.
    minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
    ...(own && { domainNames: [own.name], certificate: own.certificate }),
    httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
    defaultBehavior: {
      origin: S3BucketOrigin.withOriginAccessControl(bucket),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: headersPolicy(stack, presignedOrigin(files)),
      functionAssociations: [atViewerRequest(stack, "ToPage", toPage)],
    },
    additionalBehaviors: {
      // The first that fits counts, so what may be kept comes before all else of the API.
      ...Object.fromEntries(keptPaths.map((path) => [path, { ...toApi, cachePolicy: keptAnswers }])),
      "/api/*": { ...toApi, cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED },
      ...served(stack, files),
    },
    errorResponses: keptErrors.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
  });
  const publicUrl = given ?? `https://${own?.name ?? distribution.distributionDomainName}`;
  stack.addOutputs({ Url: publicUrl, PointYourDomainHere: distribution.distributionDomainName });
  return { environment: { PUBLIC_URL: publicUrl }, buckets: files, pages: bucket };
}

/** The addresses of operations whose answers others may keep, in CloudFront's words. */
const keptPaths = [
  ...new Set(
    routes.flatMap(({ operation: { path, cacheSeconds } }) =>
      cacheSeconds === undefined ? [] : [path.replace(/\{\w+\}/g, "*")],
    ),
  ),
];

/**
 * Keeps what an answer allows, for as long as that says, and nothing that says `no-store`: prices for a cart's customer, and
 * refusals. Each storefront's key has answers of its own; an answer's ETag saves sending it again.
 */
const keptAnswersPolicy = (stack: Stack): cloudfront.CachePolicy =>
  new cloudfront.CachePolicy(stack, "KeptAnswers", {
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.seconds(Math.max(...routes.map(({ operation }) => operation.cacheSeconds ?? 0))),
    headerBehavior: cloudfront.CacheHeaderBehavior.allowList("Authorization"),
    queryStringBehavior: cloudfront.CacheQueryStringBehavior.all(),
    cookieBehavior: cloudfront.CacheCookieBehavior.none(),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  });

/**
 * Errors that CloudFront keeps for ten seconds unless it is told not to, whatever their headers say, and without a look at who
 * asked: what one login may not see would not be there for another either.
 */
const keptErrors = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

/** What everybody may fetch, cached for as long as its files say: for ever, for a name never holds anything else. */
const served = (stack: Stack, made: Buckets): Record<string, cloudfront.BehaviorOptions> =>
  Object.fromEntries(
    buckets.flatMap(({ name, servedFrom }) => {
      if (servedFrom === undefined) return [];
      const behaviour: cloudfront.BehaviorOptions = {
        origin: S3BucketOrigin.withOriginAccessControl(made[name]),
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
        cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: mediaHeadersPolicy(stack),
      };
      return [[`/${servedFrom}*`, behaviour]];
    }),
  );

/** A screen's address is not a file: whatever has no ending gets the one page, which finds the screen itself. */
const toPage = `function handler(event) {
  var request = event.request;
  if (request.uri.lastIndexOf(".") < request.uri.lastIndexOf("/")) request.uri = "/index.html";
  return request;
}`;

/** To the API every request comes from here: it is told who asked, whatever the asker says about it. */
const sayWho = `function handler(event) {
  event.request.headers["x-viewer-address"] = { value: event.viewer.ip };
  return event.request;
}`;

function atViewerRequest(stack: Stack, id: string, code: string): cloudfront.FunctionAssociation {
  return {
    eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
    function: new cloudfront.Function(stack, id, {
      code: cloudfront.FunctionCode.fromInline(code),
      runtime: cloudfront.FunctionRuntime.JS_2_0,
    }),
  };
}

/** There is nothing but TLS here. */
const tlsOnly = { accessControlMaxAge: Duration.days(365), includeSubdomains: true, override: true };

function mediaHeadersPolicy(stack: Stack): cloudfront.ResponseHeadersPolicy {
  return new cloudfront.ResponseHeadersPolicy(stack, "MediaHeaders", {
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: mediaHeaders["content-security-policy"], override: true },
      contentTypeOptions: { override: true },
      strictTransportSecurity: tlsOnly,
    },
  });
}

/** The pages' headers of the wiring, in CloudFront's words. Files are uploaded straight to `uploadsTo`. */
function headersPolicy(stack: Stack, uploadsTo: string): cloudfront.ResponseHeadersPolicy {
  const contentSecurityPolicy = `${pageHeaders["content-security-policy"]}; connect-src 'self' ${uploadsTo}`;
  return new cloudfront.ResponseHeadersPolicy(stack, "PageHeaders", {
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy, override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: cloudfront.HeadersReferrerPolicy.SAME_ORIGIN, override: true },
      strictTransportSecurity: tlsOnly,
    },
  });
}
