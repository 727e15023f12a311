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

export const places = {
  locations: { MAIN: "Main warehouse", SHOP: "Park Street shop", NORTH: "North depot" },
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
