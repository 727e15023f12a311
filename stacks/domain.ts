import type { Stack } from "aws-cdk-lib";
import { Certificate, type ICertificate } from "aws-cdk-lib/aws-certificatemanager";
import { told } from "./surroundings.ts";

/** A name of one's own for the store, with the certificate for it. */
export interface OwnDomain {
  readonly name: string;
  readonly certificate: ICertificate;
}

/** CloudFront looks for certificates in this region only, wherever the rest stands. */
const certificateForm = /^arn:aws[\w-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/;

/**
 * What `DOMAIN` and `CERTIFICATE_ARN` name, null when neither is told. Whose DNS the domain is in does not matter: its
 * owner points it at the distribution.
 * @throws a sentence when one is there without the other, or is not what it should be.
 */
export function ownDomain(stack: Stack): OwnDomain | null {
  const [name, arn] = [told("DOMAIN"), told("CERTIFICATE_ARN")];
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
