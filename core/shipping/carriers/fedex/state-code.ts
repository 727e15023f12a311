/** The two-letter codes by which FedEx knows states and provinces. */
import type { Address } from "#core/contract/kit/fields";
import { codeIn, regionCode } from "../region-code.ts";

/**
 * FedEx's own, as its documentation lists them, which are not those of ISO 3166-2. It lists none for the newer states
 * of India, Telangana and Ladakh.
 */
const own: Readonly<Record<string, string>> = {
  AE: `AB Abu Dhabi/AZ, AJ Ajman, DU Dubai, FU Fujairah, RA Ras al Khaimah/RK, SH Sharjah, UM Umm al Quwain/UQ`,
  IN: `AN Andaman and Nicobar Islands, AP Andhra Pradesh, AR Arunachal Pradesh, AS Assam, BR Bihar,
    CG Chhattisgarh/Chattisgarh/CT, CH Chandigarh, DD Daman and Diu, DL Delhi/New Delhi/NCT of Delhi,
    DN Dadra and Nagar Haveli/Dadra and Nagar Haveli and Daman and Diu/DH, GA Goa, GJ Gujarat, HP Himachal Pradesh,
    HR Haryana, JH Jharkhand, JK Jammu and Kashmir, KA Karnataka, KL Kerala, LD Lakshadweep,
    MH Maharashtra, ML Meghalaya, MN Manipur, MP Madhya Pradesh, MZ Mizoram, NL Nagaland, OR Odisha/Orissa/OD,
    PB Punjab, PY Puducherry/Pondicherry, RJ Rajasthan, SK Sikkim, TN Tamil Nadu, TR Tripura,
    UA Uttarakhand/Uttaranchal/UK/UT, UP Uttar Pradesh, WB West Bengal`,
  MX: `AG Aguascalientes/AGU/AGS, BC Baja California/BCN, BS Baja California Sur/BCS, CH Chihuahua/CHH/CHIH,
    CL Colima/COL, CM Campeche/CAM/CAMP, CO Coahuila/Coahuila de Zaragoza/COA/COAH, CS Chiapas/CHP/CHIS,
    DF Ciudad de México/Mexico City/Distrito Federal/CMX/CDMX, DG Durango/DUR/DGO,
    EM Estado de México/México/State of Mexico/MEX, GR Guerrero/GRO, GT Guanajuato/GUA/GTO, HG Hidalgo/HID/HGO,
    JA Jalisco/JAL, MI Michoacán/Michoacán de Ocampo/MIC/MICH, MO Morelos/MOR, NA Nayarit/NAY, NL Nuevo León/NLE,
    OA Oaxaca/OAX, PU Puebla/PUE, QE Querétaro/QUE/QRO, QR Quintana Roo/ROO/Q ROO, SI Sinaloa/SIN,
    SL San Luis Potosí/SLP, SO Sonora/SON, TB Tabasco/TAB, TL Tlaxcala/TLA/TLAX, TM Tamaulipas/TAM/TAMPS,
    VE Veracruz/Veracruz de Ignacio de la Llave/VER, YU Yucatán/YUC, ZA Zacatecas/ZAC`,
};

/** Undefined where FedEx documents none, or the address does not name one. */
export function stateCode(address: Address): string | undefined {
  const { country } = address;
  // Both a country and its only state.
  if (country === "PR") return "PR";
  if (country === "US" || country === "CA") return regionCode(address);
  const list = own[country];
  return list && codeIn(list, address);
}
