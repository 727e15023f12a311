/** What each refusal says to the person at the screen, and what to do next. `test/web/words.test.ts` finds one without words. */
import type { RefusalCode } from "#core/contract/refusals";
import type { Refused } from "./ask.ts";

type Detail = Refused["detail"];
type Words = readonly [title: string, advice: string | ((detail: Detail) => string)];

export const words: Readonly<Partial<Record<RefusalCode | "offline", Words>>> = {
  offline: [
    "The store cannot be reached",
    "Check the connection. What you typed is still here; try again when you are back online.",
  ],
  fault: [
    "Something went wrong on our side",
    "Nothing was lost. Try again; if it happens twice, report the number below.",
  ],
  "service.busy": ["Too many people are at the same things", "Nothing was changed. Try again in a moment."],
  "service.away": ["The store's database cannot be reached", "What you typed is still here. Try again in a moment."],
  "service.full": [
    "The store has no room left",
    "Nothing was changed. Whoever runs the store has to make room on its disk.",
  ],
  "service.notReady": ["The store is starting", "Try again in a moment."],
  "request.invalid": ["Some of this cannot be right", "Look at the fields marked below."],
  "request.mediaType": ["This was sent in the wrong form", "Reload the page and try again."],
  "request.tooLarge": ["This is too large", "Send it in smaller pieces."],
  "request.tooMany": ["Too many attempts", "Wait a minute, then try again."],
  "session.required": ["You have been signed out", "Sign in again to go on. What you typed is still here."],
  "session.wrong": ["That did not match", "The e-mail address or the password is wrong. Check both and try again."],
  "session.none": ["This is for people", "Sign in with an e-mail address and a password; a key cannot do this."],
  "password.wrong": ["The current password is wrong", "Type the password you signed in with."],
  "right.missing": ["Your role does not allow this", "Ask an owner of the store if you should be able to."],
  "token.webhooksOnly": ["The admin token opens webhooks only", "Use an API key for everything else."],
  "right.beyond": ["This goes beyond your own rights", "Nobody can give or take what they do not have. Ask an owner."],
  "origin.foreign": ["This page is not the store's own", "Open the admin at its own address and try again."],
  "vendor.closed": ["This is not open to vendors", "Ask the store's staff to do it for you."],
  "vendor.activation": ["The store's staff put products on sale", "Leave it as a draft; they will be able to see it."],
  "route.unknown": ["There is nothing here", "This part of the store does not exist, or not yet."],
  "cursor.unknown": ["The list has changed", "Reload it to see it from its beginning."],
  "method.unknown": ["There is nothing here", "This part of the store does not exist, or not yet."],
  "idempotency.mismatch": ["This was sent before, with something else in it", "Reload the page and try again."],
  "version.stale": [
    "Somebody else has changed this",
    "Your input is still here. See what they changed, then save yours over it or discard it.",
  ],

  "staff.unknown": ["This person is not on the team", "They may have been removed. Reload the team."],
  "staff.exists": [
    "Somebody already has this e-mail address",
    "They are on the team already. Change their role instead.",
  ],
  "staff.lastOwner": ["The store keeps at least one owner", "Make somebody else an owner first."],
  "invitation.unknown": [
    "This invitation opens nothing any more",
    "It was accepted, withdrawn or replaced, or its 7 days are over. Ask for a new one.",
  ],
  "role.ownerHasAll": ["The owner always has every right", "Change another role."],
  "role.ownRight": ["You would lock yourself out", "Nobody can take the right to change roles from their own role."],
  "key.ownersOnly": ["Only owners make API keys", "Ask an owner of the store."],
  "key.unknown": ["There is no such API key", "Reload the list."],
  "key.revoked": ["This key has been revoked already", "There is nothing left to do."],
  "store.currencyInUse": ["The currency stays", "Orders have been placed in it."],

  "product.slugTaken": ["Another product has this address", "Choose another slug."],
  "product.noVariants": ["A product on sale has at least one variant", "Add a variant first, or keep it as a draft."],
  "variant.unknown": [
    "This item does not exist any more",
    "It may have been removed from the catalogue. Take it out and choose another.",
  ],
  "variant.notSold": [
    "This item is not on sale",
    "Its product is a draft or archived. Choose another, or put the product on sale.",
  ],
  "variant.skuTaken": ["Another variant has this SKU", "Each SKU belongs to one variant. Choose another."],
  "variant.optionsTaken": [
    "There is a variant like this already",
    "Another variant of the product has the same options.",
  ],
  "variant.inUse": [
    "There is stock of it, or orders wait for it",
    "Ship what is promised and count its shelves empty. Then its stock need not be counted any more.",
  ],
  "category.slugTaken": ["Another category has this address", "Choose another slug."],
  "category.cycle": ["A category cannot lie within itself", "Choose another place for it."],
  "category.tooDeep": ["That is too deep", "Categories lie at most 10 deep."],
  "category.inUse": ["The category is not empty", "Move its products and categories elsewhere first."],
  "collection.slugTaken": ["Another collection has this address", "Choose another slug."],
  "taxRate.archived": [
    "This tax rate is archived",
    "It stays as it is for the orders that were taxed by it. Choose another.",
  ],
  "taxRate.default": ["This is the default tax rate", "Make another the default first."],
  "discount.unknown": ["There is no such discount code", "Check the spelling, or leave it out."],
  "discount.codeTaken": ["Another discount has this code", "Choose another code."],
  "discount.notYet": ["This discount code is not valid yet", "Its dates have not begun."],
  "discount.over": ["This discount code is no longer valid", "Its dates are over."],
  "discount.minimum": [
    "The order is too small for this code",
    "It does not reach the code's minimum. Add to the order, or leave the code out.",
  ],
  "discount.usedUp": ["This discount code is used up", "It has been used as often as it may be."],
  "discount.limitBelowUses": [
    "The limit is below what has been used",
    "Choose a limit at least as high as the uses so far.",
  ],
  "channel.codeTaken": ["Another channel has this code", "Choose another code."],
  "location.unknown": ["There is no such location", "It may have been closed or removed. Choose another."],
  "location.codeTaken": ["Another location has this code", "Choose another code."],
  "location.default": ["This is the default location", "Make another the default first."],
  "location.closed": ["This location is closed", "Open it again, or choose another."],
  "location.inUse": [
    "The location still holds or owes stock",
    "Move its stock elsewhere and ship what it owes, then close it.",
  ],
  "price.tooLarge": ["This comes to more than can be counted", "Check the quantities and prices."],

  "stock.short": ["There is not enough in stock", "Lower the quantities marked, or receive more stock first."],
  "stock.notAllocated": [
    "There are not that many for this order there",
    "Some were given elsewhere or have shipped. Look at where its units are now, and pack those.",
  ],
  "stock.gone": [
    "What came back has gone again",
    "The units are no longer available where they were put, so the return stays.",
  ],
  "stock.allocated": [
    "That many are promised to orders",
    "Count the shelf instead: orders that lose their units will wait for stock.",
  ],
  "stock.counted": [
    "The shelf holds another number",
    ({ onHand }) => `Somebody changed it meanwhile: the books say ${String(onHand ?? "otherwise")} now. Count again.`,
  ],
  "stock.untracked": ["Its stock is not counted", "Switch on stock tracking for the item first, if it should be."],
  "stock.tooMuch": ["That is more than one place can hold", "Check the number: it has too many digits."],
  "transfer.unknown": ["There is no such transfer", "Check the link, or go back to the list."],

  "order.unknown": ["There is no such order", "Check the number, or go back to the list."],
  "order.lineUnknown": ["A line is not there any more", "Somebody has edited the order. Reload it and try again."],
  "order.cancelled": [
    "The order is cancelled",
    "A cancelled order does not change any more. Make a new one if it is needed after all.",
  ],
  "order.shipped": [
    "Something of the order has shipped",
    "Take back the parcel if it has not left, or record a return when the goods come back.",
  ],
  "order.notShipped": [
    "Nothing of the order has shipped",
    "Only what has shipped can come back. Cancel the order, or edit its lines.",
  ],
  "order.notConfirmed": ["The order waits for its payment", "Mark it paid first; then it may ship."],
  "order.paid": ["The order is paid already", "There is nothing left to do."],
  "order.notPaid": ["The order is not paid", "There is no payment to undo."],
  "order.paidByGateway": ["A gateway took this payment", "It cannot be undone by hand. Refund it instead."],
  "order.locked": [
    "The order can no longer be changed like this",
    ({ why }) => lockedBecause[String(why)] ?? "Something of it has shipped, been refunded or been returned.",
  ],
  "order.lastLine": ["An order keeps at least one line", "To be rid of the whole order, cancel it."],
  "order.moneyHidden": ["Vendor logins do not see what orders come to", "Sort by something else."],
  "parcel.unknown": ["There is no such parcel", "Somebody may have taken it back. Reload the order."],
  "parcel.tooMany": [
    "That is more than is left to ship",
    "Somebody may have packed some of it. Look at what is left, and pack that.",
  ],
  "parcel.delivered": ["The parcel has been delivered", "Undo the delivery first if that was a mistake."],
  "parcel.notDelivered": ["The parcel has not been delivered", "There is nothing to undo."],
  "parcel.returned": ["Goods of this parcel have been returned", "Withdraw the return first."],
  "returns.unknown": ["There is no such return", "Somebody may have withdrawn it. Reload the order."],
  "returns.tooMany": ["That is more than has shipped and not come back", "Lower the quantities."],

  "report.tooLong": ["That is too long a time to show at once", "Choose fewer days, or look at it by week or month."],

  "webhook.endpointUnknown": ["There is no such endpoint", "It may have been removed. Go back to the list."],
  "webhook.deliveryUnknown": ["There is no such delivery", "Delivered ones are kept for a while only."],
  "webhook.notDead": [
    "This delivery is not dead",
    "Only a dead delivery is queued again; the others are still tried by themselves.",
  ],
};

const lockedBecause: Readonly<Record<string, string>> = {
  shipped: "Something of it has shipped. Take the parcel back first if it has not left.",
  refunded: "Money has been refunded on it.",
  returned: "Goods of it have been returned. Withdraw the return first if it was a mistake.",
};

/** Of what is not there, the store's own sentence says enough: "There is no such channel." */
const nothingThere = ({ message }: Refused): Words => [
  message.replace(/\.$/, ""),
  "It may have been removed. Choose another, or go back to the list.",
];

/** The refusal in a clerk's words; the store's own sentence where there are none. */
export function wordsOf(refused: Refused): { title: string; advice: string } {
  const { code, message, detail } = refused;
  const [title, advice] = words[code] ?? (code.endsWith(".unknown") ? nothingThere(refused) : [message, ""]);
  return { title, advice: typeof advice === "string" ? advice : advice(detail) };
}
