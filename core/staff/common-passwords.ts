import { createHash } from "node:crypto";

/**
 * The thousand most common passwords of ten characters or more, by their frequency in leaked passwords (the frequency
 * list of zxcvbn 4.4.2, MIT licence). Stored as the first 48 bits of their SHA-256, because many are offensive words.
 * The chance that another password matches one is about one in three hundred thousand million.
 */
const marks = new Set(
  `
  mpAEA6wx x3Xnt1ft I7XtKaHo KPARbvQr YIX-4pl6 IoWHf77E zwuFT1oX 7vE5TuO4 rHvfspVS 75K3eLr- 2GW2W9s7 ejGAujPJ yMOLnIc0
  9o4-zac5 3_xQSqVT f9BvDiph Y2QCZISa QPWYzHZV EpRPIjM8 9u6U7LAU y14PrHXJ wjFw3YhY d1ucIAAC nsXb74fb kmD4iaA8 NfkVZqaH
  sQj9-Me2 aTDdqNfM qoAvZU46 OldFoF-H m5esXnZ- wKGu7bZa CRNkAlrI 6hWWChHR ZNcuXBwW 5ABeLBV4 2Kr8S4R8 XxBZ_wCM iTWxDwVu
  gtJD6Ff3 F_gHVGRN _TqqO2bv VDOLVgAU 9d7IcLax A2XKwUG2 0nEpi9KH hZMmRZJc r_ffvkYU vO3PJPf0 jOHNQ8Wl NqoVqI56 j8ApOWna
  fWNUbXnM Xk_467X- gKxpemYX UB1ay0rM sFya1Jzw z_mGwlDD ATmsb6H7 Amxvm_lB ibAKLt9t SBZsfBke 1_TTzO56 UjqhjsuJ dcIJcL71
  a1ZelRWh hOvBuseH XnN_iR2x Om4p58jU 6rwcOFvg Ofg90xNz ieAVNqwg s9F-u-Ty d3Uk8M-c IvOrvO6k i1VUUrFM uEbpy34y Yn8fr0xc
  8nXJNpLw 9tvT113u SloMU7P9 MAyy16Un gdBv6RZh wZEi8puA 29zwG_Us wco7fa2w RqKBzTVJ ZVhP2wXU VF8HApXS buqLBMaL jltXt7Yg
  Eq1KPvM5 Xzs7YUlX E6phJ-97 pGejE-jD PcQ9u84R ukZ2gvS4 FQ8OkdRm 7AQuUs8- JAb0blBs qWoZxE1t ud2iZNg8 8bPjYGgG bXQT02HB
  bV1F1X68 fEpcJCty bH3YC1vU o2DvFt1j Nq5wSTa3 yhn5SwrZ qj0v5PbT Q0b_kvW1 CfunlD4i S481OInZ W4hMb7IA lSNPAntd Rx2UEBPU
  X1skrWVT tcxe2f6P G27ey4Lb BFur3NIR 8NE1GuAY Ec6BiaR9 J-7Pl_MN QKE7dI7M jTy7dUF- Cmcki5rg sM12t9eC OV8pEHMc Wy5MdmXg
  SYRTBCXt DaC5Q_Mi 1niManhy WRLVWQzu X_7S4b1W _HZHvucg nh80Hf-R XVpwoteI 2tCuKpCv UeTmUAM0 XOX9Wjq5 y4stx3am 8bILM2lM
  TL46zrNa dlrZ9Mfm auIXFkoe x4Guzhup 0f4LPJBW kVSyb0KU B_kXQAtt jG6W96tq rJKEZqyc qdTQef3V h2BmO7Jf 4yrDHoTp pJsdG1ip
  vmyQb3Fj 3ADJA4Ur ys_VJEAD iQekmbVK G0Ahta1i SrnzmOdn a2yw6gWg RcTEkr4e U9RTsMCL wENKfVAm JHn4D2R8 hPUOiY95 cVTG7rbN
  x5jO7668 qR8Mwk_2 VNwLVJIW 0R85YXJv OkVz7uFR m9mqDfAL xXRa8vR3 bF8oWp7b OEvjR0Sp dDBWFrK8 ocel7KGE j6Gf_g8k UJheFjmS
  9RU9Rn2o 2FSo2X7C rPRUiJeN AClSVwms lnUgriPo fRKMTFNs xSW_ubZ0 Ytm1ayOp 7Yub4ghC Px08QBeN ybjgZ2Uf KyUL9aGM Hu_3oH8-
  zmQoco-K hi14iPjs Zy6Fe_K7 AI3VUMIV xPZ0LJ4Z YXA0wi22 FWcXjWdW 9OmUcwCo CUDQEt7e Gv2olzen KUOlZ7wF PPLPGi7e mxvYGkNB
  97zS1ONy qEdnNbN6 qlk0P567 ggwFdya5 eVhH72os 08tD55ji AyzBH-el DkNlCxSO YoYmBMVC MaLVKCaD N-gBkfae RKIUtLTC zuKyWzZZ
  lbOvMJkm A7L8RRSo 2sluqhWZ U797WjUe z4w-P3Gu HGmdBtlm w3_aRy_- 3mJ4q57R Pu8M0Ub2 rl3rhl05 drZPo2Uo v6Eguf4u -GV7xl8f
  YmXbDIxd RET1pPpC Rd2tsmZt YFR7tBIQ IUK4ElAx DJbLS-8f 3N8SUegR PJ-iHVXQ RUGXuomS 0tjgVp4x eWVlKB8G 9YfU1YZg BGOY9aAN
  W6V6Mqk0 a0EeOhAd qP7cxZ06 5vc_GhW5 --iKYT85 2fuS47vm RrR19NPV GCIjbTij so5OkXdz ybqtDBfv HDEt1kJq XrtJ5Jmm TNdLjkTX
  icxNlVM- pliB0o8n EGKM_ENP fo1E6hml 5RTIP_bT MZuuKP5O m8bR1j71 AVAA9LWM 6wNLQdJ_ nt10Ev5l kwsMbB1f 8fpdbCZC Fr7f2mC8
  poNJVhOW DNVgoRb5 Q5CHSC0h Nc4HbDxm Afccmiur NUQFkO-F C_fLj2ud yDS-xUHw g3A1SQ8I klsTp--b wryCnylR uALzHXB0 24Sbvz5c
  WMax0yZT hgVJBRwh 3CK4aOQx Mm-IKgLQ Hgnl3Ko0 4EV7Gz5O 34UhxMyU IlxxG-n6 -W2urN2F gbAnyPKk uWibRuBN IVL2N3qp VJy8_3ot
  GtzYHw4_ L8WS0Rsd 0lsbU_7a j7V6qhkc Q0KtkOjx liiOz6jo 6IHam-jX X_x9_Idu VDN72pNu SB7DEMKn GL9u3ISA PfZUUyla BJWfqIEJ
  kg2exLBU GnnR3R1o 0P8nlOx6 cQm4Q1O7 kLCLnQSR 7weBZFq1 nI9aSnd5 Ethl4NMO zNFqE176 6Py86ugK _SVrNqz_ AKuZ2XGu -UH1V-6J
  c9Uxk1VW 3c1PL_KQ XcKlx5Nc uclQZA4b q9S1CeIS 71Ks4JDM crVa4yiF P9hAbGCJ P1wLX5wy ZvH6gy1h pHPZBKUU _7UdGNiC fTFrk95f
  J6DWACf0 6pDV4OUM j8Cqo6r- ZTyKxdlr XthOkQZh yF9nuoAm bu37ltcn FQHdE0ce Ta7-jOCR zaGOMrD1 uCLxzS3P 617q8qWc UCSvKDVH
  4oeB38LD W5VDi99J 27efuLMs BRkl0D_Y smtwMKuz WF0UrCO4 dso9qlkg jgqR7_0j bv9mbodl FLvj9yZI H87cMTsQ KSniL0ix K72-34Gc
  yXFlfwx3 A649aPzX fDbFsPtr AM_kbSur k2oYXKqi FQNDQxzt okVv8GHE 6rEblPRw aHTqMdvg 2yzBgvuz SzNdR1lL YOF9tCRB DDzjEh8n
  lTEk9ZZQ Dy0f3roA QlDA8aIA vFTDQJBo ZKgTa-2B 5oIbgukW ofV4h3wY ORcYgA4Y MO2Ih72E s4KCJXic KN0uFezL G1ulYEcx PqRWtLPf
  cYyK3KNx mcnxGfsh L34upX89 OLh7ENCN IOfC6Jgn FUIm89QI FhLvykx3 F0F-v-Bl DAri2cI5 651KlkvI c8Y9FsZo fcrJGqyR nm75ADWu
  colCSUy3 DsrTbqaL lbYfs0wT HZluAz1h OqSwMy7A FVTG_BFq i_TexUXh BbtDKkv2 yo8WiNxO B6X94HiZ 4Nm0E0Xa PLW3DOus Q3mx0goF
  NPRMxpJA L8c8P6XM gjCeQRWm xkBrBr99 5keoMIcJ 7Z10Og5E GG2qKX3Y JOJb7fr_ oHoz6xxZ YriTCcwN Rchr_8uR cj41NPji sQmj9k-S
  xFslzrv- XmEOa02C SMqvtoWD nAVjbofy KObpqcWS uwPgxK-Z EMjGNNQy yQNOSa8s LgR_o1Af CJVCUF1l vopfEcZ5 MVAv9MaZ zC627GOL
  THPWx311 0Iyehenl CJVzW77c QuRL5Up7 RHgjbxVl zb7O0yMh eJuZ6SpL iwQwg7qb lfsNu3D4 jj9oVeGP yeUxMOPL FUtvftGw qATd5cAA
  84TA5PiN UEVWRTxC G4cpA3Wg rTzsaSA- LvpTJoe9 Y4TkDGyA vqfwiHW7 x-QCJY7j R7Wl-Gdn uqnbM092 Bkf0sL_U _aeZDTEN K4Zem99J
  nsuQgdms uFEjvFct 17_23yOO kOAzpkCL qtrxjGOh VemKHlU9 7c7OrZVx EXI20LJN Ws5JgZme d1RMi5NO s9Uv1LNs -PlsTAU6 5Nwi0QZ2
  grpwG8gf 8dLG7MIP ZsySkCgm _mfF8WCr 9kufK3Us ejDXgxDy GmfKvdUq eAsQz6qs wjmynV3l ZC7jUIEZ r56Bi1Zw cVqXSRxq WUJroIrF
  4SuC0djX itIbvRHF LAkL2xLw mkU9z2g1 uDa-NY_K XMe5YKwc CA3F7Qk8 G828z_HD 9rFEmDA3 UFCUXN-i ANQS7Y3M Tcbwr7Yh 708yiY0A
  X1DdcnTv _IqDwwe8 6aL00OHw yK3kXtZP WIolfp8G qkqeoD_K 0XRuHOnR axLuD8kS i4B6oFBa Owz9ZBAF Sp29OLIG QPSj4iaM tMTY0b-3
  0yLiYjZW 4MYdpjoA 1-StfaTm 88iAEqyD cNtyRB4c GVWP5u1a B4Y-emoh byK2TsB0 LjT9gr05 Gw-Twohs 7Xk7S8xq hFrY-lp3 GUgovfg4
  p0EaNwSl 1Codg-Fa HUv9tooU sCVvDvTf U6YMlDbZ r1f5ohtY 28BUpiZy 7T_TjdIG 6uQriYjb DUtJblt1 W0e7tJ5Q VBiBQiOI bq5p3jRy
  SiM9pnxu SCWF_2ix myj5Qxqb jFyufA3Q fuytuXqA _IWnZOI4 7rTGuE0E A1tsikru wNuQ8p9Q SsH1rv2b zJIAZJTh YMXlg95j R2Z-essA
  Q81Q7t7S PktIT9MO 2oyumvvo yMw4iZ2a AvUUgvVy PDc_SVO4 q5EJ5PBq CZOPkSjQ FB9hxMgR DNJiKaPB 9kSz0HcC vmfbC7CJ Ee-VdJ6k
  s-O2TjUH tYlMCdH_ 7qWf0b3G bEdf3X8A H-gn4lXZ d5cEU9UM vih2oaqN cW-f-Skx FSR__Zat 5n9AQJrS KXqrxWu7 UOaWginC KxHcqLj_
  xrPlEC8m PQfYpVSe vduQsOe3 ggbSLwQ3 n0e6SwFx 0hVoXFZb BTQUFSSx PL4_41MQ kbGgWvSb RWHgiNud NbXzzG_b kdM0houk 6tboQVbH
  H0VOjOjX pievSUPD rMNvGibj uRapChc8 0uKdsNQl l_ZSw5uo kBWzUCoh dGJDFneX fWee9GLx BiXlv6Ee 7-KUQ2wz TxsUeY9b s3c0tDtX
  PoE2kAAr eYCWRKgw ngtrEjvV kHfRr2nH JOfoyhba WLqjxUr1 bzkt7Y4S ptgYlgxU 7qHx4HGS -VK3S2CD wIe2O29i DD-TtMAA NptBxyvm
  H8Svc0Yl Rx4Zya2Q 3Oehf5v_ JA3V48kJ qroDqEV3 5XoMzrhU xSaaiD8a XpKG2oJh 6yY6-xn1 RdGzE3YL BwlyXcru zFcSmkVJ QJr-wt8a
  lJCcXs1f 5jgYAZH7 O90AvF51 fQ_wbk-N B_UxYgNn KC0EmdB4 0t4afg6D JU44ky_b FD50xuGO gPqEn4L4 6JEzS1tA CjSB-JzD Vp40SU7b
  5xj1XPCk k8WIZAAH Ic3cgyHd 3sX_ZKpa AKa3LUCJ 7O97HmTH hGFbGnvX 92auT-C9 uqjhZ7hj 6GXAnHVt TAfc4q5E 3kT7MqcG O6OiV67I
  GW8mzVJa OL4qncFO JWahjNHq 76V0dNJY fY8xA2MQ BIcNK_we ACX3VwTw 3SmtJL1M XcTde5MC -yfx3wMn Z4D2mhPL y86Bkaj2 S2S484gT
  vEp9hVrP cxqACbfj 2EqaaysP pPUFE3PZ O6_1dUGk uLvW8D54 t6DHxPYW 6l5MTgho 5hvjtQap UPSAl-Pl 5UxzUJZo 9q5lTkEt povzsv7V
  JxjzibJu dL_8tP5n QAlNCm-o 5FalgUsQ c_yNKmGk CcJKhNN3 Nxtz1Mzu KwqMI0u5 qI5DzF-p W5uQnVwk mrPzBG0y -V_DKC3C 14y1zGWj
  kanvNWMB VpGnklzw ykFv9Lte iTUmIaLl 8-rFbqRk IPNJBscD Y1C6ZBAO idi3xJ7t FIZKaiPe BMzGdEVf 7XcGYsJ1 xvj_mC1E a3Um54FX
  383P5K6v 6cEPdSqI dF_oJxtt Af3scgJp sZzsMpIh ShVCFpMJ QTaY-V9h lFEvHfar qD8GqUza DjKCjiDg bBykACUJ OogTz8BD Am3Ri561
  HyrE8xAP UBZup1R9 qq5_Dih9 I4HpVzoc PUcnQ8bC RUvmdpkx pRWrT5XW 7xMlCSU7 4mTH-Xlz VBFwONqs V1F74rAv tWtbUZvF bN6206aW
  PrykA-bQ XTtLrnUh 5GbISM2E sHyVpU0h KfYUdClU BiXRna_J 5OaaH2i1 M9c-I0Ec FuU56IOi ux5lJ6XJ SIoycRr- 38qqahQE JSbIVjB4
  meK1jIxY 8cQl3812 F0y3USFJ Tq_ccwUq kFYu6WP8 r5d3cuGJ Fg7XMSyC Pon6G1RK lY7Vbju4 ubnl3J_M 7gL-_IDD 9hy0IoHs QF5gO0aY
  oMdLnm08 U4-emfKK EKuMt9h9 B6YbOVnr JDfJ6662 qV4CD7rE V1rSXAZ_ ShBqfkii XtduYxGL 9COiGudj 9HXrarHL Quhz82lN K8pHKV7a
  TePTPyEG FiL0m2mq QeNgyuE1 NjLN3Jk6 16vRhMKT u6YsJ6vk GmvU2ded ncI1HkA3 05PdJGVG CXy2wyWu ERjx7g3b 86-NL0M8 S-XJi3ut
  An_t-XwW kJzeSic- ZmqQmV5E SZcGJ--K AFSn3p1P se6z_E8n _ZTVc-SL ddzE6qzU h9l9FebD 7vocfgyW LLOAnuPt WknyoB8H S7XtUuVk
  29YW0agU P_RggP1V 9fHOjyXX W0pkBi6L 53O7XZAm Sml58078 w9zWuFu_ aXwx1cHE BcMX4tU0 1gmnRoQ1 J4e2_Qyf 9G2sp-t5 iFzNzJEZ
  DW_924eX hxV1AHg- yQdomig7 -m5eWhio zwpahWQL NieZllxQ 9BVwj9-9 03dNDRk0 SC9YogAJ AktMLyeS 7EStNC1T xUBAtLBA dy8P4bJu
  DW-sq-_P fmyUBjiS dM056gyX Y-gRfAIM lc5w2e3j kDU8NYMw qEmcfKrN rtH-mM2k BZYEkhFb CsNi9T_M tR176m0C 5JozIW0Y z1rLyryw
  XIJz4gdm xUB7W9-1 cORI7zCZ jRfb0oUp OH7MqLsq 5F9MIySd _LeOpgvD gos7-2ek MC__-FIz MfYed_JX r_EutoXA FmjBH7gd KvExGRgo
  h2jO0l5j i1G5oV0G 07Lfy85X UL_uSccG 4AD0D8Ts RRw_IYQD XkyYFNzI ZnjUPnQt RttfKTzw DuFObJEl ueo2xrHE VMyqok1X LVQ7vBK3
  pAGAnyl6 cScI4HtC UpbB-h25 gahT_2wz lTpoWq_F TB3p6v6K iukC3QkR oe7l20fB pxi7y24p JJUAzSjn ME-ndAkB yAPQoVIQ saWK94hk
  MABfVs8v 41_Nncsg 9ldpEezK tjJHXUM3 dYbe6cP_ trkBAlXO B2DGKrWt N-ctVHhL aVY0dZDC 5xTMsjpR 5sxIOdFQ DlY77uao gXSgXU4m
  Tlw1KEmV 1DfSgerR rV1WsNB5 GCUmwVOS xEPt0OiW o2Gh5-iO zy6Xo43s 5rBWgPrt nVKYC8_c -2Mbmyk6 IlcY6Kfp gzJJpC3f HcH3qbDe
  asTTTHjU rmFkgKHz lr0SvPQi G3MnX3sl G4XTrrC0 zlKsi2qr lanbNeaD zct0IsoP 4op-83sQ mwcwVnBE f-mRLLER lFcpmyms 93C-Q6xj
  C5QP3CTs n8yjWvNh JQflMYTm jflQJlOP q6l5amP5 IkyraSW4 UEFSjKxf 8FlUgNHy 9qDtIVtS HUxhYJUT 0T_FRyGM hFul5BLQ KIn1Rq-n
  sB6wAIBQ HOrrxlfs 2GyGUbeU _g4YSt1z UgNk1y8j G3M-MIlx sowizQRQ q4ueArMm oPuEqsG- qbnrnLjw yCB57ISi WzRpWQh2 QCtpwBs8
  7ovKuzYI zWPgCq9n 0jwQOFMt DPfHbhZO jssL-aGe 7gHre2rS sQ5kJ4Au kQ7u0Efz -O7P2obT _UZtYtZ0 tDl8EqZo e_0319l1 6Xb6Vf2-
  NI_Kixwd GmhC_8to lb-yTeF9 7unG4ZBv MiNmTOhK 7uh8w5ux ZbyGf2j_ U6QPE_OV YGvkvn2k nH9yzRDZ LYpBMieq M5IwaDQJ I84H_ofb
  2K7MZSzk Okke5GVr SPZA_ffY pgOXSuSz lxMNVbj9 vFs_4y4j HJrjhhL2 5MURLPgo xDpI1s7B -BWuYXw2 IPNcuCyU qQ-JYnO7 DZIqT2Yp
  a4QZn1Y5 uqH1mEuA NbbQqqrj JD0CPMKy 1SR1upSS RC1rQl8V uzRU7iy5 2sry_44R ZcJ5OP5g IFSDGO9B SJH4VkgK Xu7-FheI`.match(
    /[\w-]{8}/g,
  ),
);

const oneCharacter = /^(.)\1*$/su;

/** Whether a password is among the most common ones, or a single repeated character. */
export function isCommon(password: string): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  return oneCharacter.test(text) || marks.has(createHash("sha256").update(text).digest("base64url").slice(0, 8));
}
