package io.offerengine.marketplace;

import io.offerengine.schema.Derivation;
import io.offerengine.schema.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The regions of the world by the codes of countries (ISO 3166-1). The Caribbean and Central
 * America belong to North America, Cyprus, Russia and the states of the European Union to Europe,
 * Turkey and the states of the Caucasus to Asia. Antarctica and its islands have no region.
 */
final class MarketplaceRegions {
  private static final String AFRICA =
      "AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG"
          + " ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW";

  private static final String ASIA =
      "AE AF AM AZ BD BH BN BT CC CN CX GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN"
          + " MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE";

  private static final String EUROPE =
      "AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT"
          + " LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK";

  private static final String NORTH_AMERICA =
      "AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA"
          + " PM PR SV SX TC TT US VC VG VI";

  private static final String OCEANIA =
      "AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS";

  private static final String SOUTH_AMERICA = "AR BO BR CL CO EC FK GF GY PE PY SR UY VE";

  private static final Map<String, String> OF_COUNTRY = new HashMap<>();

  static {
    add("AF", AFRICA);
    add("AS", ASIA);
    add("EU", EUROPE);
    add("NA", NORTH_AMERICA);
    add("OC", OCEANIA);
    add("SA", SOUTH_AMERICA);
  }

  private MarketplaceRegions() {}

  private static void add(String region, String countries) {
    for (String country : countries.split(" ", -1)) {
      OF_COUNTRY.put(country, region);
    }
  }

  /** Returns the region of a place; absent if the place ends in no known code of a country. */
  static Derivation ofPlace(Field place) {
    return Derivation.reading(List.of(place), offer -> region(place, offer.text(place)));
  }

  private static @Nullable String region(Field field, @Nullable String place) {
    String country = place == null ? null : field.collation().countryOf(place);
    return country == null ? null : OF_COUNTRY.get(country);
  }
}
