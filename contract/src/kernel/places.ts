/** A phone country: ISO 3166 code and dial code without the plus. */
export interface DialCountry {
  country: string;
  dial_code: string;
}

// ISO code and dial code of every country in libphonenumber-js; a test compares the two.
const dialList = `
  AC247 AD376 AE971 AF93 AG1 AI1 AL355 AM374 AO244 AR54 AS1 AT43 AU61 AW297 AX358 AZ994 BA387
  BB1 BD880 BE32 BF226 BG359 BH973 BI257 BJ229 BL590 BM1 BN673 BO591 BQ599 BR55 BS1 BT975
  BW267 BY375 BZ501 CA1 CC61 CD243 CF236 CG242 CH41 CI225 CK682 CL56 CM237 CN86 CO57 CR506
  CU53 CV238 CW599 CX61 CY357 CZ420 DE49 DJ253 DK45 DM1 DO1 DZ213 EC593 EE372 EG20 EH212 ER291
  ES34 ET251 FI358 FJ679 FK500 FM691 FO298 FR33 GA241 GB44 GD1 GE995 GF594 GG44 GH233 GI350
  GL299 GM220 GN224 GP590 GQ240 GR30 GT502 GU1 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ID62
  IE353 IL972 IM44 IN91 IO246 IQ964 IR98 IS354 IT39 JE44 JM1 JO962 JP81 KE254 KG996 KH855
  KI686 KM269 KN1 KP850 KR82 KW965 KY1 KZ7 LA856 LB961 LC1 LI423 LK94 LR231 LS266 LT370 LU352
  LV371 LY218 MA212 MC377 MD373 ME382 MF590 MG261 MH692 MK389 ML223 MM95 MN976 MO853 MP1 MQ596
  MR222 MS1 MT356 MU230 MV960 MW265 MX52 MY60 MZ258 NA264 NC687 NE227 NF672 NG234 NI505 NL31
  NO47 NP977 NR674 NU683 NZ64 OM968 PA507 PE51 PF689 PG675 PH63 PK92 PL48 PM508 PR1 PS970
  PT351 PW680 PY595 QA974 RE262 RO40 RS381 RU7 RW250 SA966 SB677 SC248 SD249 SE46 SG65 SH290
  SI386 SJ47 SK421 SL232 SM378 SN221 SO252 SR597 SS211 ST239 SV503 SX1 SY963 SZ268 TA290 TC1
  TD235 TG228 TH66 TJ992 TK690 TL670 TM993 TN216 TO676 TR90 TT1 TV688 TW886 TZ255 UA380 UG256
  US1 UY598 UZ998 VA39 VC1 VE58 VG1 VI1 VN84 VU678 WF681 WS685 XK383 YE967 YT262 ZA27 ZM260
  ZW263
`;

/** About 240 countries with their dial codes, United States first, then by ISO code. */
export const dialCountries: readonly DialCountry[] = dialList
  .trim()
  .split(/\s+/)
  .map((entry) => ({ country: entry.slice(0, 2), dial_code: entry.slice(2) }))
  .sort((a, b) => Number(b.country === 'US') - Number(a.country === 'US'));

/** The main country of each shared dial code. */
const mainCountries = 'US RU GB IT NO AU MA RE SH FI GP CW'.split(' ');

/** The country whose dial code a number starts with; null if there is none. */
export function findDialCountry(digits: string): DialCountry | null {
  // No dial code is a prefix of another, so the first match is the right one.
  const fitting = dialCountries.filter(({ dial_code }) => digits.startsWith(dial_code));
  return fitting.find(({ country }) => mainCountries.includes(country)) ?? fitting[0] ?? null;
}

/** The preselected dial code. */
export const defaultDialCode = '1';

/** States and provinces by country, 2-letter codes; stored as `country_state` pairs. */
export const states = {
  US: 'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA PR RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  ),
  MX: 'AG BC BS CH CL CM CO CS CX DG GR GT HG JC MC MN MR NL NT OA PU QE QR SI SL SO TB TL TM VE YU ZA'.split(
    ' ',
  ),
  CA: 'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '),
} as const;

export type PlateCountry = keyof typeof states;

/** The countries whose plates are accepted. */
export const plateCountries = Object.keys(states) as PlateCountry[];
