import { Duration, Fn, RemovalPolicy, SecretValue, type Stack } from "aws-cdk-lib";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import * as s3 from "aws-cdk-lib/aws-s3";
import { type StackContext, use } from "sst/constructs";
import { publicUrlFrom } from "#core/public-url";
import { mediaHeaders, pageHeaders } from "#functions/page-headers";
import { buckets, routes } from "#functions/wiring";
import { api } from "./api.ts";
import { type Buckets, bucketsIn, presignedOrigin } from "./buckets.ts";
import { ownDomain } from "./domain.ts";
import { emulated, setting, settingsName } from "./surroundings.ts";

export interface Site {
  /** The environment variables with the store's public address. */
  readonly environment: Readonly<Record<string, string>>;
  /** The bucket of the admin's pages; an emulator has none. */
  readonly pages?: s3.IBucket;
  readonly buckets: Buckets;
}

/**
 * One public address: the admin's pages from a bucket, and the API behind `/api`, so that cookies are same-site. The
 * images under `/media` come from a bucket as well, which is in this stack because its policy names the distribution.
 */
export function site({ app, stack }: StackContext): Site {
  const http = use(api);
  const set = setting("PUBLIC_URL");
  const given = set && publicUrlFrom(set);
  const files = bucketsIn(stack);
  if (emulated()) return { environment: { PUBLIC_URL: given ?? http.apiEndpoint }, buckets: files };

  const bucket = new s3.Bucket(stack, "Pages", {
    encryption: s3.BucketEncryption.S3_MANAGED,
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.DESTROY,
    autoDeleteObjects: true,
  });
  // A secret header: a request that has it came through this distribution. The functions read the same secret.
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
    responseHeadersPolicy: answerHeadersPolicy(stack),
    functionAssociations: [atViewerRequest(stack, "SayWho", sayWho)],
  };
  const keptAnswers = keptAnswersPolicy(stack);
  const distribution = new cloudfront.Distribution(stack, "Distribution", {
    defaultRootObject: "index.html",
    // CloudFront accepts TLS 1.0 on its own domain, and this at least on ours.
    minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
    ...(own && { domainNames: [own.name], certificate: own.certificate }),
    httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
    defaultBehavior: {
      origin: privateOrigin(stack, "pages", bucket),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: headersPolicy(stack, presignedOrigin(files)),
      functionAssociations: [atViewerRequest(stack, "ToPage", toPage)],
    },
    additionalBehaviors: {
      // The first match wins, so the cacheable paths come before the rest of the API.
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

/** The paths of operations with cacheable answers, as CloudFront patterns. */
const keptPaths = [
  ...new Set(
    routes.flatMap(({ operation: { path, cacheSeconds } }) =>
      cacheSeconds === undefined ? [] : [path.replace(/\{\w+\}/g, "*")],
    ),
  ),
];

/**
 * Caches answers for as long as they allow, and none with `no-store`: prices for a cart's customer, and refusals. Each
 * storefront key has its own cache entries; ETags avoid sending an answer again.
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
 * Errors that CloudFront caches for ten seconds by default, whatever their headers say, and for all callers: a refusal
 * for one login would be served to others.
 */
const keptErrors = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

/** CloudFront's names are of the whole account: the same stage may be in another region. */
const inThisRegion = (stack: Stack, name: string): string => `${stack.stackName}-${name}-${stack.region}`;

/** A bucket that only the distribution reads. */
const privateOrigin = (stack: Stack, name: string, bucket: s3.IBucket): cloudfront.IOrigin =>
  S3BucketOrigin.withOriginAccessControl(bucket, {
    originAccessControl: new cloudfront.S3OriginAccessControl(stack, `${name}-access`, {
      originAccessControlName: inThisRegion(stack, name),
    }),
  });

/** Public files, cached as their headers say: for ever, because the content under a name never changes. */
const served = (stack: Stack, made: Buckets): Record<string, cloudfront.BehaviorOptions> =>
  Object.fromEntries(
    buckets.flatMap(({ name, servedFrom }) => {
      if (servedFrom === undefined) return [];
      const behaviour: cloudfront.BehaviorOptions = {
        origin: privateOrigin(stack, name, made[name]),
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
        cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: mediaHeadersPolicy(stack),
      };
      return [[`/${servedFrom}*`, behaviour]];
    }),
  );

/** A screen's address is not a file: a path without an extension gets the one page, which does its own routing. */
const toPage = `function handler(event) {
  var request = event.request;
  if (request.uri.lastIndexOf(".") < request.uri.lastIndexOf("/")) request.uri = "/index.html";
  return request;
}`;

/**
 * The API sees all requests come from CloudFront: this passes on the viewer's address, overriding what the viewer
 * claims.
 */
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

/** This address is served over TLS only; those below it, in a domain of one's own, are not ours. */
const tlsOnly = { accessControlMaxAge: Duration.days(365), includeSubdomains: false, override: true };

function mediaHeadersPolicy(stack: Stack): cloudfront.ResponseHeadersPolicy {
  return new cloudfront.ResponseHeadersPolicy(stack, "MediaHeaders", {
    responseHeadersPolicyName: inThisRegion(stack, "media-headers"),
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: mediaHeaders["content-security-policy"], override: true },
      contentTypeOptions: { override: true },
      strictTransportSecurity: tlsOnly,
    },
  });
}

/** Those of every answer of the API, which has others of its own. */
const answerHeadersPolicy = (stack: Stack): cloudfront.ResponseHeadersPolicy =>
  new cloudfront.ResponseHeadersPolicy(stack, "AnswerHeaders", {
    responseHeadersPolicyName: inThisRegion(stack, "answer-headers"),
    securityHeadersBehavior: { contentTypeOptions: { override: true }, strictTransportSecurity: tlsOnly },
  });

/** The wiring's headers for pages, as a CloudFront policy. Browsers upload files directly to `uploadsTo`. */
function headersPolicy(stack: Stack, uploadsTo: string): cloudfront.ResponseHeadersPolicy {
  const contentSecurityPolicy = `${pageHeaders["content-security-policy"]}; connect-src 'self' ${uploadsTo}`;
  return new cloudfront.ResponseHeadersPolicy(stack, "PageHeaders", {
    responseHeadersPolicyName: inThisRegion(stack, "page-headers"),
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy, override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: cloudfront.HeadersReferrerPolicy.SAME_ORIGIN, override: true },
      strictTransportSecurity: tlsOnly,
    },
  });
}
