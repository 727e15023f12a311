/**
 * A whole shop of the store API: it lists what is on sale, fills a cart, checks out and shows what becomes of the order.
 * Nothing here is built or installed. Beside it lies settings.json:
 *
 *   { "api": "https://store.example.com", "key": "qmk_…", "payments": { "cod": "Cash on delivery" } }
 *
 * The key is a storefront's: it stands in the page, so everybody can read it, and it opens nothing but the store API. A cart's
 * token opens that cart, so it stays in this browser.
 */
const settings = await (await fetch("settings.json")).json();
const tokenName = "quartermaster-cart";
/** The countries that this shop sends to. */
const countries = ["IN", "AE", "AU", "CA", "DE", "FR", "GB", "NL", "SG", "US"];
const lineProblems = {
  short: "There are not that many left.",
  notSold: "This is not sold any more.",
  tooLarge: "This is more than one order can take.",
  unknown: "This is not sold any more.",
};
const statuses = {
  pending: "Received",
  confirmed: "Being packed",
  partiallyShipped: "Partly on its way",
  shipped: "On its way",
  delivered: "Delivered",
  cancelled: "Cancelled",
};
/** How often the order is looked at while it waits for its payment. */
const lookAgainMs = 2_000;

const at = (selector) => document.querySelector(selector);

/** What the API refused, in its own words; `code` says which refusal it is. */
class Refused extends Error {
  constructor({ code, message, detail }) {
    super(detail?.issues?.[0] ? `${detail.issues[0].path}: ${detail.issues[0].message}` : message);
    this.code = code;
  }
}

async function ask(method, path, body, headers = {}) {
  const response = await fetch(`${settings.api}/api/store${path}`, {
    method,
    credentials: "omit",
    headers: {
      authorization: `Bearer ${settings.key}`,
      ...(body && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.error);
  return answer;
}

/** An element with attributes and children. Texts stay texts: a title with a tag in it is shown, not run. */
function make(name, attributes = {}, ...children) {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** Those that have not two decimals by ISO 4217: what `Intl` itself takes them for follows the habits of each country. */
const decimals = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
];

function money({ amountMinor, currency }) {
  const [digits] = decimals.find(([, codes]) => codes.includes(currency)) ?? [2];
  const inDigits = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(undefined, { style: "currency", currency, ...inDigits }).format(
    amountMinor / 10 ** digits,
  );
}

function say(text) {
  at("#message").textContent = text;
  at("#message").hidden = text === "";
}

/** One after the other, so that a second press does not overtake the first. What is refused is said. */
let under = Promise.resolve();
function inTurn(work) {
  under = under
    .then(work)
    .catch(showIfOrdered)
    .catch((error) => say(error.message));
  return under;
}

/** A cart that was ordered in another tab cannot be changed any more: its order is shown. */
async function showIfOrdered(error) {
  if (error.code === "cart.ordered") showCart(await ask("GET", cartPath()));
  throw error;
}

// The products

let nextCursor = null;

async function showProducts(cursor) {
  const q = new FormData(at("#search")).get("q").trim();
  const query = new URLSearchParams({ limit: "24", ...(q && { q }), ...(cursor && { cursor }) });
  const page = await ask("GET", `/products?${query}`);
  nextCursor = page.nextCursor;
  const shown = page.items.filter(({ variants }) => variants.length > 0).map(productItem);
  const list = at("#products ul");
  if (cursor) list.append(...shown);
  else list.replaceChildren(...(shown.length > 0 ? shown : [make("li", { textContent: "Nothing was found." })]));
  at("#more").hidden = nextCursor === null;
}

function productItem({ title, images, variants }) {
  const price = make("p", { className: "price" });
  const button = make("button");
  const choice = make("select", { ariaLabel: `Variant of ${title}`, hidden: variants.length === 1 });
  choice.append(...variants.map(({ id, options }) => make("option", { value: id, textContent: options.join(", ") })));
  const chosen = () => variants.find(({ id }) => id === choice.value) ?? variants[0];
  const show = () => {
    const variant = chosen();
    const before = variant.compareAt && make("s", { textContent: money(variant.compareAt) });
    price.replaceChildren(money(variant.price), ...(before ? [before] : []));
    button.textContent = variant.available ? "Add to cart" : "Sold out";
    button.ariaLabel = `${button.textContent}: ${title}`;
    button.disabled = !variant.available;
  };
  choice.addEventListener("change", show);
  show();
  const form = make("form", {}, choice, button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { id } = chosen();
    inTurn(() => setQuantity(id, (wantedNow().get(id) ?? 0) + 1));
  });
  const [image] = images;
  const picture = image
    ? make("img", { className: "picture", src: image.url, alt: image.alt ?? "", loading: "lazy" })
    : make("div", { className: "picture", ariaHidden: "true", textContent: title.slice(0, 1) });
  return make("li", {}, picture, make("h3", { textContent: title }), price, form);
}

// The cart

let token = localStorage.getItem(tokenName);
let cart = null;

const cartPath = (rest = "") => `/carts/${encodeURIComponent(token)}${rest}`;
const wantedNow = () => new Map((cart?.lines ?? []).map(({ variantId, quantity }) => [variantId, quantity]));

/** Shows the cart with this token, and keeps it as this browser's cart. */
async function openCart(given) {
  const opened = await ask("GET", `/carts/${encodeURIComponent(given)}`);
  token = given;
  localStorage.setItem(tokenName, token);
  showCart(opened);
  fillForm(opened);
}

/**
 * A reminder of a cart links to this page with #cart=TOKEN at the end: browsers send what follows the # to no server.
 * If that cart is gone, the browser keeps its own.
 */
async function openLinkedCart() {
  const linked = new URLSearchParams(location.hash.slice(1)).get("cart");
  if (!linked) return;
  history.replaceState(null, "", "#cart");
  say("");
  await openCart(linked);
}

function forgetCart() {
  localStorage.removeItem(tokenName);
  token = null;
  showCart(null);
}

async function setQuantity(variantId, quantity) {
  const wanted = wantedNow();
  if (quantity > 0) wanted.set(variantId, quantity);
  else wanted.delete(variantId);
  const lines = [...wanted].map(([id, count]) => ({ variantId: id, quantity: count }));
  say("");
  if (token) return showCart(await ask("PUT", cartPath("/lines"), { lines }));
  const { token: made, ...rest } = await ask("POST", "/carts", { lines });
  token = made;
  localStorage.setItem(tokenName, token);
  showCart(rest);
}

function showCart(now) {
  cart = now;
  const lines = now?.lines ?? [];
  at("#units").textContent = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  at("#cart .empty").hidden = lines.length > 0;
  at("#cart ul").replaceChildren(...lines.map(lineItem));
  at("#cart dl").replaceChildren(...(lines.length > 0 ? totalsOf(now.totals) : []));
  at("#cart").hidden = at("#search").hidden = Boolean(now?.order);
  at("#check-out").hidden = lines.length === 0 || Boolean(now.order);
  if (now?.discountProblem) say("This discount code does not count here.");
  showOrder(now?.order ?? null);
}

function lineItem({ variantId, title, quantity, total, problem }) {
  const count = make("input", { type: "number", min: 0, max: 999, value: quantity, ariaLabel: `Quantity of ${title}` });
  count.addEventListener("change", () => inTurn(() => setQuantity(variantId, Math.trunc(Number(count.value)))));
  const why = problem && make("p", { className: "problem", textContent: lineProblems[problem] });
  return make("li", {}, make("span", { textContent: title || "An article" }), count, money(total), why || null);
}

function totalsOf({ subtotal, discount, shipping, tax, total }) {
  // Prices either include tax, or it is added to them.
  const isIncluded = subtotal.amountMinor - discount.amountMinor + shipping.amountMinor === total.amountMinor;
  return [
    ["Discount", discount],
    ["Shipping", shipping],
    [isIncluded ? "Tax, included" : "Tax", tax],
    ["Total", total],
  ].flatMap(([name, amount]) =>
    amount.amountMinor !== 0 || name === "Total"
      ? [make("dt", { textContent: name }), make("dd", { textContent: money(amount) })]
      : [],
  );
}

// The check-out

const changedElsewhere = "The cart was changed in another window. Look at it, and order again.";
const contentsOf = ({ lines }) => JSON.stringify(lines.map(({ variantId, quantity }) => [variantId, quantity]));

/** Fills in what the cart knows about its shopper, who need not type it again. */
function fillForm({ email, name, phone, address, discountCode }) {
  const { elements } = at("#check-out");
  for (const [field, value] of Object.entries({ email, name, phone, discountCode, ...address })) {
    if (value && field in elements && (field !== "country" || countries.includes(value))) elements[field].value = value;
  }
}

async function checkOut(form) {
  const said = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]));
  const { email, name, phone, line1, city, postalCode, country, discountCode, payment } = said;
  say("");
  const address = { line1, city, ...(postalCode && { postalCode }), country };
  const contact = { email, name, address, phone: phone.replace(/[\s()-]/g, "") || null };
  const seen = cart;
  showCart(await ask("PATCH", cartPath(), { ...contact, discountCode: discountCode || null }));
  if (cart.problems.includes("channel")) return say("This shop takes no orders at the moment.");
  if (cart.problems.includes("shipping")) return say("We cannot send this order to this country.");
  if (cart.problems.length > 0) return;
  const { total } = cart.totals;
  // Nobody orders what they have not seen, such as another size at the same price.
  if (contentsOf(cart) !== contentsOf(seen)) return say(changedElsewhere);
  // Shipping depends on the address, and a price may have changed: nobody orders at a total that they have not seen.
  if (total.amountMinor !== seen.totals.total.amountMinor)
    return say(`The total is now ${money(total)}. Press Order to order at this total.`);
  try {
    // With a gateway it takes a moment until there is a page to pay at: wait for it up to ten seconds.
    showCart(
      await ask("POST", cartPath("/check-out"), { payment, expectedUpdatedAt: cart.updatedAt }, { prefer: "wait=10" }),
    );
  } catch (error) {
    // The order may have been placed, and only the answer lost.
    const now = await ask("GET", cartPath());
    if (now.order) return showCart(now);
    if (error.code === "version.stale") {
      showCart(now);
      return say(changedElsewhere);
    }
    // What the shopper has seen is what they agree to: they look at the new total and order again.
    showCart(
      await ask("PUT", cartPath("/lines"), {
        lines: [...wantedNow()].map(([variantId, quantity]) => ({ variantId, quantity })),
      }),
    );
    say(error.code === "cart.changed" ? "A price has changed. Look at the new total, and order again." : error.message);
  }
}

// The order

let looking;

function showOrder(order) {
  clearTimeout(looking);
  at("#order").hidden = order === null;
  if (order === null) return;
  const isPaid = order.paymentStatus === "paid";
  const rows = {
    Order: order.number,
    State: statuses[order.status],
    Total: money(order.total),
    Paid: isPaid ? "Yes" : "Not yet",
  };
  at("#order dl").replaceChildren(
    ...Object.entries(rows).flatMap(([name, text]) => [
      make("dt", { textContent: name }),
      make("dd", { textContent: text }),
    ]),
  );
  at("#pay").hidden = order.payAt === null;
  if (order.payAt) at("#pay").href = order.payAt;
  // With cash on delivery the payment comes with the parcel: nothing changes while the shopper waits.
  if (isPaid || order.status !== "pending") return;
  looking = setTimeout(() => inTurn(async () => showCart(await ask("GET", cartPath()))), lookAgainMs);
}

// What people press

at("#search").addEventListener("submit", (event) => {
  event.preventDefault();
  inTurn(() => showProducts());
});
at("#more").addEventListener("click", () => inTurn(() => showProducts(nextCursor)));
at("#check-out").addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.target.querySelector("button");
  button.disabled = true;
  inTurn(() => checkOut(event.target)).finally(() => {
    button.disabled = false;
  });
});
at("#again").addEventListener("click", () => {
  forgetCart();
  inTurn(() => showProducts());
});

addEventListener("hashchange", () => inTurn(openLinkedCart));

const nameOfCountry = new Intl.DisplayNames(undefined, { type: "region" });
at("select[name=country]").append(
  ...countries.map((code) => make("option", { value: code, textContent: nameOfCountry.of(code) })),
);
at("select[name=payment]").append(
  ...Object.entries(settings.payments).map(([value, textContent]) => make("option", { value, textContent })),
);

await inTurn(() => showProducts());
if (token) {
  await inTurn(async () => {
    try {
      await openCart(token);
    } catch (error) {
      if (error.code !== "cart.unknown") throw error;
      forgetCart();
    }
  });
}
await inTurn(openLinkedCart);
