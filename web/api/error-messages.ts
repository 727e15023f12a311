/** The message for each refusal, and what to do next. `test/web/error-messages.test.ts` finds codes without one. */
import type { ApiError } from "./api-client.ts";
import { moneyErrorMessages } from "./money-error-messages.ts";
import { shippingErrorMessages } from "./shipping-error-messages.ts";

type Detail = ApiError["detail"];
type ErrorMessage = readonly [title: string, advice: string | ((detail: Detail) => string)];

export const errorMessages: Readonly<Partial<Record<ApiError["code"], ErrorMessage>>> = {
  offline: [
    "The store cannot be reached",
    "Check the connection. What you typed is still here: try again when you are online.",
  ],
  unexpected: [
    "The store could not answer",
    "What you typed is still here. Try again in a moment: nothing is done twice.",
  ],
  fault: ["Something went wrong on our side", "Nothing was lost. Try again, and report it if it happens twice."],
  "service.busy": ["The store is busy", "Nothing was changed. Try again in a moment."],
  "service.away": ["The store's database cannot be reached", "What you typed is still here. Try again in a moment."],
  "service.full": [
    "The store is out of disk space",
    "Nothing was changed. Ask whoever runs the server to free up disk space.",
  ],
  "note.notYours": ["Someone else wrote this note", "Only the person who wrote it can remove it."],
  "view.nameTaken": ["Another view has this name", "Choose another name, or remove the other view first."],
  "view.notYours": ["A colleague shared this view", "Ask them or an owner of the store to change it."],
  "service.notReady": ["The store is starting", "Try again in a moment."],
  "request.invalid": ["Some fields are not valid", "Check the highlighted fields."],
  "request.mediaType": ["The request is not valid", "Reload the page and try again."],
  "request.tooLarge": ["This is too large", "Split it into smaller parts."],
  "request.tooMany": ["Too many attempts", "Wait a minute, then try again."],
  "session.required": ["You have been signed out", "Sign in again to continue. What you typed is still here."],
  "session.wrong": ["Wrong email address or password", "Check both and try again."],
  "session.none": ["An API key cannot do this", "Sign in with an email address and a password."],
  "password.wrong": ["The current password is wrong", "Enter the password that you signed in with."],
  "right.missing": ["Your role does not allow this", "Ask an owner of the store if you should be able to."],
  "token.webhooksOnly": ["The admin token is for webhooks only", "Use an API key for everything else."],
  "right.beyond": [
    "This goes beyond your own rights",
    "You can only give or take away rights that you have yourself, including by a link in an email. Ask an owner.",
  ],
  "origin.foreign": ["This page does not belong to the store", "Open the admin at its own address and try again."],
  "vendor.closed": ["Vendors cannot do this", "Ask the store's staff to do it for you."],
  "vendor.activation": [
    "Only the store's staff can put products on sale",
    "Leave it as a draft: staff can see it there.",
  ],
  "route.unknown": ["This does not exist", "This version of the store does not have it."],
  "cursor.unknown": ["The list has changed", "Reload to start again from the first page."],
  "method.unknown": ["This does not exist", "This version of the store does not have it."],
  "idempotency.mismatch": ["This request was already sent with different content", "Reload the page and try again."],
  "version.stale": [
    "This has changed since you opened it",
    "What you typed is still here. Look at how it is now, then try again.",
  ],

  "import.unknown": ["This import is no longer there", "Imports are kept for a month. Upload the file again."],
  "import.underWay": ["This import is still running", "Wait for it to finish, or stop it first."],
  "import.ended": ["This import has finished", "There is nothing to stop."],
  "export.unknown": ["This export is no longer there", "Exports are kept for a month. Start a new one."],
  "export.ended": ["This export has finished", "There is nothing to stop."],
  "staff.unknown": ["This person is not on the team", "They may have been removed. Reload the page."],
  "staff.exists": [
    "Someone already has this email address",
    "They are already on the team. For other rights, change their role.",
  ],
  "staff.lastOwner": ["The store needs at least one owner", "Make someone else an owner first."],
  "invitation.unknown": [
    "This invitation is no longer valid",
    "It was accepted, withdrawn or replaced, or it expired after 7 days. Ask for a new one.",
  ],
  "staff.ownPassword": ["This is your own password", "Change it under your name, with the current one."],
  "passwordReset.unknown": [
    "This link no longer works",
    "It was used or replaced, or it expired after 24 hours. Ask for a new one.",
  ],
  "role.ownerHasAll": ["The owner always has every right", "Change another role."],
  "role.ownRight": [
    "You would lock yourself out",
    "You cannot take the right to change roles away from your own role.",
  ],
  "key.ownersOnly": ["Only owners can create API keys", "Ask an owner of the store."],
  "key.unknown": ["There is no such API key", "Reload the list."],
  "key.revoked": ["This key is already revoked", "There is nothing left to do."],
  "store.currencyInUse": ["The currency cannot be changed", "Orders have been placed in it."],

  "product.slugTaken": ["Another product has this slug", "Choose another slug."],
  "product.noVariants": ["A product on sale needs at least one variant", "Add a variant first, or keep it as a draft."],
  "variant.unknown": [
    "There is no such item",
    ({ skus }) =>
      Array.isArray(skus)
        ? `Not in the catalogue: ${firstOf(skus)}. Correct these SKUs or remove their rows.`
        : "It may have been removed from the catalogue. Choose another.",
  ],
  "variant.notSold": [
    "This item is not on sale",
    "Its product is a draft or archived. Choose another item, or put the product on sale.",
  ],
  "variant.skuTaken": [
    "Another variant has this SKU",
    ({ sku }) => `Each SKU belongs to one variant. Choose another${typeof sku === "string" ? ` than ${sku}` : ""}.`,
  ],
  "variant.optionsTaken": [
    "There is already a variant like this",
    "Another variant of the product has the same options.",
  ],
  "variant.inUse": [
    "This variant has stock or backorders",
    "Ship what is allocated and count its stock down to zero. Then you can stop tracking its stock.",
  ],
  "image.tooMany": ["The product has too many images", "Remove one first."],
  "file.missing": ["The file was not uploaded", "Upload it again."],
  "file.notAsDeclared": ["The file is not a valid picture", "Choose a PNG, JPEG, WebP, GIF or AVIF file."],
  "file.away": ["The file storage cannot be reached", "Nothing was changed. Try again in a moment."],
  "category.slugTaken": ["Another category has this slug", "Choose another slug."],
  "category.cycle": ["A category cannot be inside itself", "Choose another parent category."],
  "category.tooDeep": ["Too many levels", "Categories can have at most 10 levels."],
  "category.inUse": ["The category is not empty", "Move its products and subcategories to another category first."],
  "collection.slugTaken": ["Another collection has this slug", "Choose another slug."],
  "taxRate.archived": [
    "This tax rate is archived",
    "It is kept for the orders that were taxed with it. Choose another.",
  ],
  "taxRate.default": ["This is the default tax rate", "Make another the default first."],
  "discount.unknown": ["There is no such discount code", "Check the spelling, or leave it out."],
  "discount.codeTaken": ["Another discount has this code", "Choose another code."],
  "discount.notYet": ["This discount code is not valid yet", "It starts on a later date."],
  "discount.over": ["This discount code has expired", "Its end date has passed."],
  "discount.minimum": [
    "The order is too small for this code",
    "It is below the code's minimum. Add items, or leave the code out.",
  ],
  "discount.usedUp": ["This discount code has reached its usage limit", "Leave the code out, or raise its limit."],
  "discount.usedByCustomer": [
    "This customer has used the discount code",
    "Leave the code out, or raise its limit per customer.",
  ],
  "key.otherDoor": ["This key cannot be used here", "A storefront key works with the store API only. Use another key."],
  "customer.emailTaken": [
    "Another customer has this email address",
    "If the two are one person, merge them. Otherwise use another address.",
  ],
  "customer.erased": ["This customer's data has been erased", "It cannot be brought back or changed."],
  "customer.merged": ["This customer was merged into another", "Open the other customer. The orders are there."],
  "customer.same": ["This is the same customer", "Choose another one to merge."],
  "customer.hasOpenOrders": [
    "Some orders have not shipped yet",
    ({ orders }) => `Ship or cancel them first: ${Array.isArray(orders) ? orders.join(", ") : "see their orders"}.`,
  ],
  "group.nameTaken": ["Another group has this name", "Choose another name."],
  "group.inUse": ["Price lists use this group", "Change or remove those price lists first."],
  "cart.ordered": ["This cart has become an order", "Open the order instead."],
  "cart.notReady": ["The cart cannot be checked out yet", "Something is missing from it, or is not available."],
  "cart.changed": ["The cart's total has changed", "Check the prices again before you check out."],
  "payment.notOffered": ["Shops do not offer this way to pay", "Choose another, or allow it under Settings › Store."],
  "discount.limitBelowUses": ["The usage limit is too low", "The code has already been used more often than that."],
  "channel.closed": ["This channel is turned off", "Turn it on again, or choose another."],
  "channel.codeTaken": ["Another channel has this code", "Choose another code."],
  "location.unknown": ["There is no such location", "It may have been closed or removed. Choose another."],
  "location.codeTaken": ["Another location has this code", "Choose another code."],
  "location.default": ["This is the default location", "Make another the default first."],
  "location.closed": ["This location is closed", "Open it again, or choose another."],
  "location.inUse": [
    "The location still has stock or allocations",
    "Transfer its stock and ship what is allocated there. Then you can close it.",
  ],
  "price.tooLarge": ["The total is too large", "Check the quantities and prices."],

  "stock.short": ["There is not enough in stock", "Lower the marked quantities, or receive more stock first."],
  "stock.notAllocated": [
    "Fewer units than that are allocated to this order there",
    "Some may have been shipped or allocated at another location. Check where its units are now.",
  ],
  "stock.gone": [
    "The returned units are no longer there",
    "They have been sold or moved since, so the return cannot be withdrawn.",
  ],
  "stock.allocated": [
    "These units are allocated to orders",
    "Count the stock instead: orders that lose their units are backordered.",
  ],
  "stock.counted": [
    "The stock level has changed",
    ({ onHand }) => `It has changed in the meantime: it is now ${String(onHand ?? "different")}. Count again.`,
  ],
  "stock.untracked": ["The stock of this item is not tracked", "Turn on stock tracking for the item first."],
  "stock.tooMuch": ["That is more than a location can hold of one item", "Check the number."],
  "transfer.unknown": ["There is no such transfer", "Check the link, or go back to the list."],

  "order.unknown": ["There is no such order", "Check the number, or go back to the list."],
  "order.lineUnknown": ["A line no longer exists", "The order has been edited since. Reload it and try again."],
  "order.cancelled": [
    "The order is cancelled",
    "A cancelled order cannot be changed. Create a new one if it is needed after all.",
  ],
  "order.shipped": [
    "Part of the order has shipped",
    "Undo the shipment if the parcel has not left, or record a return when the goods come back.",
  ],
  "order.notShipped": [
    "Nothing on the order has shipped",
    "Only shipped items can be returned. Cancel the order, or edit its lines.",
  ],
  "order.nothingLeft": ["Nothing is left to ship", "Everything on the order has shipped. There is nothing to close."],
  "order.notConfirmed": ["The order is not paid yet", "Mark it as paid first. Then it can ship."],
  "order.paid": ["The order is already paid", "There is nothing left to do."],
  "order.notPaid": ["The order is not paid", "There is no payment to undo."],
  "order.paidByGateway": ["This payment came through a gateway", "It cannot be undone manually. Refund it instead."],
  "order.locked": [
    "The order can no longer be changed like this",
    ({ why }) => lockedReasons[String(why)] ?? "Part of it has been shipped, refunded or returned.",
  ],
  "order.lastLine": ["An order needs at least one line", "To remove everything, cancel the order."],
  "order.moneyHidden": ["Vendor logins cannot see order totals", "Sort by something else."],
  "message.underWay": ["This message is still being sent", "Wait for the result."],
  "message.erased": ["The recipient has been erased", "There is no one to send this message to."],
  "message.empty": ["This message was never written", "There is nothing to send again."],
  "message.fileRemoved": ["The attached file has been removed", "Run the report again under Reports instead."],
  "message.faulty": [
    "The template of this message still has errors",
    "Edit it under Settings › Messages, then send it again.",
  ],
  "message.usedOnce": ["The link in this message works only once", "Create a new one under Settings › Team instead."],
  "message.suppressed": ["This address or number is blocked", "Unblock it under Settings › Messages, then resend."],
  "message.notSuppressed": ["This address or number is not blocked", "Messages to it are sent as usual."],
  "message.linkUnknown": ["This link does not work", "It may be incomplete. Copy the whole address from the email."],
  "template.faulty": ["The template has errors", "They are marked with their line and column."],
  ...moneyErrorMessages,
  ...shippingErrorMessages,
  "parcel.unknown": ["There is no such parcel", "Someone may have undone the shipment. Reload the order."],
  "parcel.tooMany": [
    "That is more than is left to ship",
    "Someone may have shipped some of it already. Check what is left.",
  ],
  "parcel.delivered": ["The parcel has been delivered", "Undo the delivery first if that was a mistake."],
  "parcel.notDelivered": ["The parcel has not been delivered", "There is nothing to undo."],
  "parcel.returned": ["Items of this parcel have been returned", "Withdraw the return first."],
  "returns.unknown": ["There is no such return", "Someone may have withdrawn it. Reload the order."],
  "returns.tooMany": [
    "That is more than can be returned",
    "Lower the quantities: only shipped units can be returned, and only once.",
  ],

  "provider.missing": ["This provider is not set up", "An owner can set it up in the settings."],
  "provider.asksNobody": ["There is nothing to test", "This payment method needs no account."],
  "provider.unsigned": ["The signature is not valid", "Nothing was changed. Check the provider's secret."],

  "report.nameTaken": ["Another report has this name", "Choose another name."],
  "report.off": ["Reports in SQL are off", "The database has no separate login for them. See docs/host.md."],
  "report.refused": ["A report cannot contain that", "It can read only the views of the schema “reporting”."],
  "report.failed": ["The database rejected this report", "Its message is below the editor."],
  "report.cancelled": ["The run was stopped", "Nothing was changed. You can run the report again at any time."],
  "report.runUnknown": [
    "There is no such run",
    "Only the person who started it, or someone who can write reports, can stop it.",
  ],
  "report.tooSlow": [
    "The report took too long",
    "It was stopped after 10 seconds. Narrow its dates, or aggregate before joining.",
  ],
  "report.busy": ["Several reports are running already", "Try again in a moment."],
  "report.tooLong": ["The date range is too long", "Choose fewer days, or show it by week or month."],

  "webhook.endpointUnknown": ["There is no such endpoint", "It may have been removed. Go back to the list."],
  "webhook.deliveryUnknown": ["There is no such delivery", "Delivered ones are kept for a limited time."],
  "webhook.notDead": [
    "This delivery is not dead",
    "Only dead deliveries can be retried manually. The others are still retried automatically.",
  ],
};

const namedMax = 10;

/** Of hundreds, the first ones. */
const firstOf = (names: readonly unknown[]): string =>
  names.slice(0, namedMax).join(", ") + (names.length > namedMax ? ` and ${names.length - namedMax} more` : "");

const lockedReasons: Readonly<Record<string, string>> = {
  shipped: "Part of it has shipped. If the parcel has not left, undo the shipment first.",
  refunded: "All or part of it has been refunded.",
  returned: "Items of it have been returned. Withdraw the return first if it was a mistake.",
};

/** For a missing record, the API's message is the title: "There is no such channel." */
const unknownRecord = ({ message }: ApiError): ErrorMessage => [
  message.replace(/\.$/, ""),
  "It may have been removed. Choose another, or go back to the list.",
];

/** The message for a clerk; the API's message for a code without one. */
export function errorMessage(error: ApiError): { title: string; advice: string } {
  const { code, message, detail } = error;
  const [title, advice] = errorMessages[code] ?? (code.endsWith(".unknown") ? unknownRecord(error) : [message, ""]);
  return { title, advice: typeof advice === "string" ? advice : advice(detail) };
}
