/** What tests do with queues, through AWS's own client; the queues are embedded in the test's process. */
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  PurgeQueueCommand,
  type QueueAttributeName,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
} from "@aws-sdk/client-sqs";
import type { SQSEvent } from "aws-lambda";
import { sqs } from "#core/aws/queue-client";

export async function aQueueCalled(QueueName: string): Promise<string> {
  return (await sqs().send(new CreateQueueCommand({ QueueName }))).QueueUrl!;
}

export const purge = (QueueUrl: string) => sqs().send(new PurgeQueueCommand({ QueueUrl }));

export const sendTo = (QueueUrl: string, bodies: readonly string[]) =>
  sqs().send(
    new SendMessageBatchCommand({
      QueueUrl,
      Entries: bodies.map((MessageBody, nth) => ({ Id: String(nth), MessageBody })),
    }),
  );

/** At most ten messages, which are then hidden for the queue's visibility timeout. */
export async function receiveFrom(QueueUrl: string, more: { VisibilityTimeout?: number } = {}): Promise<Message[]> {
  const asked = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, ...more });
  return (await sqs().send(asked)).Messages ?? [];
}

/** All messages that can be received now, taken off their queue, as a worker gets them. */
export async function takenFrom(QueueUrl: string): Promise<SQSEvent> {
  const Records: { messageId: string; body: string }[] = [];
  for (;;) {
    const messages = await receiveFrom(QueueUrl);
    if (messages.length === 0) return { Records } as SQSEvent; // our workers read nothing else
    for (const { MessageId, Body, ReceiptHandle } of messages) {
      Records.push({ messageId: MessageId!, body: Body! });
      await sqs().send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
  }
}

/** How many there are of these kinds together. */
export async function countIn(QueueUrl: string, ...kinds: readonly ("" | "NotVisible" | "Delayed")[]): Promise<number> {
  const AttributeNames = kinds.map((kind): QueueAttributeName => `ApproximateNumberOfMessages${kind}`);
  const { Attributes = {} } = await sqs().send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
  return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name]), 0);
}
