import type { Stack } from "aws-cdk-lib";
import { Certificate, type ICertificate } from "aws-cdk-lib/aws-certificatemanager";
import { setting } from "./surroundings.ts";

/** The store's own domain, with its certificate. */
export interface OwnDomain {
  readonly name: string;
  readonly certificate: ICertificate;
}

/** CloudFront uses certificates from this region only, wherever the rest is. */
const certificateForm = /^arn:aws[\w-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/;

/**
 * `DOMAIN` and `CERTIFICATE_ARN`, or null if neither is set. The domain may be in any DNS: its owner points it at the
 * distribution.
 * @throws a sentence if only one of them is set, or one is malformed.
 */
export function ownDomain(stack: Stack): OwnDomain | null {
  const [name, arn] = [setting("DOMAIN"), setting("CERTIFICATE_ARN")];
  if (name === undefined && arn === undefined) return null;
  if (name === undefined || arn === undefined) {
    throw new Error("DOMAIN and CERTIFICATE_ARN go together: the certificate proves that the domain is yours.");
  }
  if (!/^(?=.{1,253}$)([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/.test(name)) {
    throw new Error(
      `DOMAIN is "${name}": it is a name such as shop.example.com, without https:// and in small letters.`,
    );
  }
  if (!certificateForm.test(arn)) {
    throw new Error("CERTIFICATE_ARN must name a certificate of AWS Certificate Manager in us-east-1, for CloudFront.");
  }
  return { name, certificate: Certificate.fromCertificateArn(stack, "Certificate", arn) };
}
