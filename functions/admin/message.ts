import * as message from "#core/contract/message";
import { declineByLink, declineMarketingPage as page } from "#core/message/decline-page";
import { listMessages } from "#core/message/list-messages";
import { readMessage } from "#core/message/read-message";
import { resendMessage } from "#core/message/resend-message";
import { senders } from "#core/message/sender-family";
import { liftSuppression as lift, listSuppressions as suppressions } from "#core/message/suppressions";
import { reads, steps, writes } from "#functions/admin";
import { receives } from "#functions/receives";
import { waking } from "#functions/waking";

export const list = reads(message.list, listMessages);
export const read = reads(message.read, readMessage);
export const resend = writes(message.resend, resendMessage, waking("outgoing"));
export const receive = receives(message.receive, senders);
export const declineMarketingPage = reads(message.declineMarketingPage, page);
export const declineMarketing = steps(message.declineMarketing, declineByLink);
export const listSuppressions = reads(message.listSuppressions, suppressions);
export const liftSuppression = writes(message.liftSuppression, lift);
