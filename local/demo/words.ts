/** What the demo store sells, to whom and where. */

export const goods: Readonly<Record<string, readonly string[]>> = {
  Clothing: [
    "Linen shirt",
    "Cotton shirt",
    "Rain jacket",
    "Quilted jacket",
    "Canvas trousers",
    "Corduroy trousers",
    "Merino jumper",
    "Lambswool jumper",
  ],
  Kitchen: [
    "Cast iron pan",
    "Copper kettle",
    "Oak chopping board",
    "Bread knife",
    "Stoneware bowl",
    "Tea tin",
    "Linen apron",
    "Glass carafe",
  ],
  Desk: ["Brass ruler", "Fountain pen", "Ink bottle", "Dotted notebook", "Desk lamp", "Letter opener", "Cork board"],
  Garden: [
    "Steel trowel",
    "Pruning shears",
    "Watering can",
    "Hemp twine",
    "Seed tray",
    "Leather gloves",
    "Bird feeder",
  ],
  Travel: ["Canvas holdall", "Wash bag", "Luggage tag", "Wool blanket", "Steel flask", "Folding cup"],
};

/** What one of a category weighs: without weights no carrier has a price. */
export const grams: Readonly<Record<string, number>> = {
  Clothing: 400,
  Kitchen: 900,
  Desk: 250,
  Garden: 600,
  Travel: 500,
};

const inWestBengal = { region: "West Bengal", country: "IN" } as const;

/** With addresses, from which carriers collect. */
export const places = {
  locations: {
    MAIN: {
      name: "Main warehouse",
      address: { line1: "7 Taratala Road", city: "Kolkata", postalCode: "700088", ...inWestBengal },
    },
    SHOP: {
      name: "Park Street shop",
      address: { line1: "24 Park Street", city: "Kolkata", postalCode: "700016", ...inWestBengal },
    },
    NORTH: {
      name: "North depot",
      address: { line1: "3 Sevoke Road", city: "Siliguri", postalCode: "734001", ...inWestBengal },
    },
  },
  channels: { web: "Web shop", phone: "Telephone", market: "Market stall" },
};

export const people: readonly string[] = [
  "Asha Rao",
  "Ben Okafor",
  "Chloe Martin",
  "Dev Mehta",
  "Elena Petrova",
  "Farah Khan",
  "George Lin",
  "Hana Sato",
  "Imran Ali",
  "Jaya Nair",
  "Kofi Mensah",
  "Lena Vogel",
  "Mateo Cruz",
  "Nisha Gupta",
  "Oscar Berg",
  "Priya Iyer",
  "Rosa Silva",
  "Sam Taylor",
  "Tara Singh",
];
