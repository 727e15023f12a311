import { SQSClient } from "@aws-sdk/client-sqs";
import { clientKept } from "#core/aws/client";

/** SQS. Request handlers load this file by `import()`, or every cold start would pay for it. */
export const sqs = clientKept("AWS_ENDPOINT_URL_SQS", (where) => new SQSClient(where));
