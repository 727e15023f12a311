/** The codes of states and provinces, for carriers that print or check them: orders often have the full name. */
import type { Address } from "#core/contract/kit/fields";

/** As in ISO 3166-2: in each entry the code and then its names. */
const lists: Readonly<Record<string, string>> = {
  US: `AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware,
    DC District of Columbia/Washington DC, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana,
    IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan,
    MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey,
    NM New Mexico, NY New York, NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon,
    PA Pennsylvania, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah,
    VT Vermont, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming, AS American Samoa, GU Guam,
    MP Northern Mariana Islands, PR Puerto Rico, VI Virgin Islands/US Virgin Islands, AA Armed Forces Americas,
    AE Armed Forces Europe, AP Armed Forces Pacific`,
  CA: `AB Alberta, BC British Columbia/Colombie Britannique, MB Manitoba, NB New Brunswick/Nouveau Brunswick,
    NL Newfoundland and Labrador/Newfoundland/Terre Neuve et Labrador, NT Northwest Territories/Territoires du Nord Ouest,
    NS Nova Scotia/Nouvelle Écosse, NU Nunavut, ON Ontario, PE Prince Edward Island/Île du Prince Édouard,
    QC Quebec, SK Saskatchewan, YT Yukon/Yukon Territory`,
  AU: `ACT Australian Capital Territory, NSW New South Wales, NT Northern Territory, QLD Queensland,
    SA South Australia, TAS Tasmania, VIC Victoria, WA Western Australia`,
  IT: `AG Agrigento, AL Alessandria, AN Ancona, AO Aosta/Valle d'Aosta, AP Ascoli Piceno, AQ L'Aquila, AR Arezzo,
    AT Asti, AV Avellino, BA Bari, BG Bergamo, BI Biella, BL Belluno, BN Benevento, BO Bologna, BR Brindisi,
    BS Brescia, BT Barletta Andria Trani, BZ Bolzano/Bozen/Alto Adige, CA Cagliari, CB Campobasso, CE Caserta,
    CH Chieti, CL Caltanissetta, CN Cuneo, CO Como, CR Cremona, CS Cosenza, CT Catania, CZ Catanzaro, EN Enna,
    FC Forlì Cesena, FE Ferrara, FG Foggia, FI Firenze/Florence, FM Fermo, FR Frosinone, GE Genova/Genoa, GO Gorizia,
    GR Grosseto, IM Imperia, IS Isernia, KR Crotone, LC Lecco, LE Lecce, LI Livorno, LO Lodi, LT Latina, LU Lucca,
    MB Monza e Brianza/Monza e della Brianza/Monza and Brianza, MC Macerata, ME Messina, MI Milano/Milan, MN Mantova,
    MO Modena, MS Massa Carrara, MT Matera, NA Napoli/Naples, NO Novara, NU Nuoro, OR Oristano, PA Palermo,
    PC Piacenza, PD Padova/Padua, PE Pescara, PG Perugia, PI Pisa, PN Pordenone, PO Prato, PR Parma, PT Pistoia,
    PU Pesaro e Urbino/Pesaro and Urbino, PV Pavia, PZ Potenza, RA Ravenna, RC Reggio Calabria/Reggio di Calabria,
    RE Reggio Emilia/Reggio nell'Emilia, RG Ragusa, RI Rieti, RM Roma/Rome, RN Rimini, RO Rovigo, SA Salerno,
    SI Siena, SO Sondrio, SP La Spezia, SR Siracusa/Syracuse, SS Sassari, SU Sud Sardegna/South Sardinia, SV Savona,
    TA Taranto, TE Teramo, TN Trento/Trentino, TO Torino/Turin, TP Trapani, TR Terni, TS Trieste, TV Treviso,
    UD Udine, VA Varese, VB Verbano Cusio Ossola, VC Vercelli, VE Venezia/Venice, VI Vicenza, VR Verona,
    VT Viterbo, VV Vibo Valentia`,
};

/** Without case, accents, spaces and punctuation: "Île-du-Prince-Édouard" is found however it is written. */
const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll("&", "and")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/** Codes by everything that may stand for them in an address. Read when asked: every cold start would pay for it. */
const codesIn = (list: string): ReadonlyMap<string, string> =>
  new Map(
    list.split(",").flatMap((entry) => {
      const [, code = "", names = ""] = /^(\S+)\s+(.*)$/s.exec(entry.trim()) ?? [];
      return [code, ...names.split("/")].map((name): [string, string] => [plain(name), code]);
    }),
  );

/**
 * Also of a code with its country, "US-IL". Undefined for anything else.
 * @param list in each entry the code and then its names.
 */
export const codeIn = (list: string, { region = "", country }: Pick<Address, "region" | "country">) =>
  codesIn(list).get(plain(region.replace(new RegExp(`^\\s*${country}-`, "i"), "")));

/** Undefined in other countries than the United States, Canada, Australia and Italy, and for what is no region there. */
export function regionCode(address: Pick<Address, "region" | "country">): string | undefined {
  const list = lists[address.country];
  return list === undefined ? undefined : codeIn(list, address);
}
