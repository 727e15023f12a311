/** What the embedded S3 answers in place of fauxqs, with S3's code and status. */
export class S3Refusal extends Error {
  readonly code: string;
  readonly statusCode: number;
  constructor(code: string, statusCode: number) {
    super(code);
    this.code = code;
    this.statusCode = statusCode;
  }
}
