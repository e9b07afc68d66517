// The regions of the world by the codes of their countries, as the service derives the field "region".

/** Names by the values of the field. @type {Map<string, string>} */
export const REGIONS = new Map([
  ['EU', 'Europe'],
  ['NA', 'North America'],
  ['AS', 'Asia'],
  ['OC', 'Oceania'],
  ['SA', 'South America'],
  ['AF', 'Africa'],
]);

/** @type {{[region: string]: string}} */
const COUNTRIES = {
  EU:
    'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK ' +
    'MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK',
  NA:
    'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT ' +
    'US VC VG VI',
  AS:
    'AE AF AM AZ BD BH BN BT CC CN CX GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH ' +
    'PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  OC: 'AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS',
  SA: 'AR BO BR CL CO EC FK GF GY PE PY SR UY VE',
  AF:
    'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG ML MR MU MW MZ NA ' +
    'NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
};

/** @type {Map<string, string>} */
const REGION_OF = new Map(
  Object.entries(COUNTRIES).flatMap(([region, codes]) => codes.split(' ').map((code) => [code, region])),
);

/**
 * Returns how many of some countries each region has, in words: "EU: 23 countries".
 *
 * @param {string[]} codes
 */
export function byRegion(codes) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const code of codes) {
    const region = REGION_OF.get(code) ?? 'other';
    counts.set(region, (counts.get(region) ?? 0) + 1);
  }
  return [...counts].map(([region, count]) => `${region}: ${count} ${count === 1 ? 'country' : 'countries'}`).join(', ');
}
