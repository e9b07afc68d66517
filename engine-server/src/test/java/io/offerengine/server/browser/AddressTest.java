package io.offerengine.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The address of the page, which holds its state. */
class AddressTest extends PublicPages {
  @Test
  void address_holdsTheWholeState() {
    String state =
        "#type=bid&gpu_name.in=RTX+4090&gpu_name.in=RTX+3090&gpu_ram.gte=20000&storage=50&per=gpu"
            + "&period=month&sort=dph_total%3Aasc%2Creliability%3Adesc&columns=price%2Clocation"
            + "&bundles=no&open=gpu_name%2Cinet_down";
    String search =
        "{\"type\":\"bid\",\"gpu_name\":{\"in\":[\"RTX 4090\",\"RTX 3090\"]},"
            + "\"gpu_ram\":{\"gte\":20000},\"allocated_storage\":50,\"disable_bundling\":true,"
            + "\"order\":[[\"dph_total\",\"asc\"],[\"reliability\",\"desc\"]],\"limit\":50}";
    SearchPage page = page(state).awaitOffers(count(search));
    assertThat(page.fragment()).isEqualTo(state);
    assertThat(page.ids(50)).isEqualTo(ids(search));
    assertThat(page.find("th")).hasText(new String[] {"GPU", "Price▲1", "Location"});
    assertThat(page.find("details.filter[open]")).hasCount(2);
    assertThat(page.find("#storage-box")).hasValue("50");
    List<String> prices = page.column("price");
    page.tab().reload();
    page.awaitOffers(count(search));
    // How many rows are drawn beside the window differs.
    assertThat(page.column("price").subList(0, 10)).isEqualTo(prices.subList(0, 10));
    page.find("#clear").click();
    page.awaitOffers(count("{\"type\":\"bid\",\"allocated_storage\":50}"));
    assertThat(page.fragment()).startsWith("#type=bid&storage=50");
  }

  @Test
  void history_goesBackAndForward() {
    SearchPage page = all();
    page.value("num_gpus", "8 ×").locator("input").check();
    long eight = count("{\"num_gpus\":8}");
    page.awaitOffers(eight);
    Locator least = page.section("gpu_ram").getByLabel("Memory per GPU, least").nth(1);
    least.pressSequentially("48");
    long large = count("{\"num_gpus\":8,\"gpu_ram\":{\"gte\":48000}}");
    page.awaitOffers(large);
    page.tab().goBack();
    page.awaitOffers(eight);
    assertThat(least).hasValue("");
    page.tab().goBack();
    page.awaitOffers(OFFERS);
    assertThat(page.value("num_gpus", "8 ×").locator("input")).not().isChecked();
    page.tab().goForward();
    page.tab().goForward();
    page.awaitOffers(large);
    assertThat(least).hasValue("48");
  }

  @Test
  void parameters_ofSearchesCountAsConditionsOrNot() {
    SearchPage page =
        page("#type.eq=interruptible&allocated_storage.eq=100&num_gpus.eq=2")
            .awaitOffers(count("{\"type\":\"bid\",\"allocated_storage\":100,\"num_gpus\":2}"));
    assertThat(page.find("#type").getByLabel("Bid")).isChecked();
    assertThat(page.find("#storage-box")).hasValue("100");
    assertThat(page.find(".chip")).hasCount(1);
    assertThat(page.fragment()).isEqualTo("#type=bid&num_gpus.eq=2&storage=100");
    // Storage that a search names is a condition on the disk, also if prices include it anyway.
    page = page(ALL + "&allocated_storage.eq=8").awaitOffers(count("{\"allocated_storage\":8}"));
    assertThat(page.find(".chip")).hasCount(1);
    page = page(ALL + "&type.neq=bid");
    assertThat(page.find("#notice")).containsText("at /type");
    page.find(".chip").click();
    page.awaitOffers(OFFERS);
  }

  @Test
  void orders_ofALinkStay() {
    String link = ALL + "&sort=gpu_name%3Aasc%2Cdlperf%3Adesc%2Cdph%3Aasc";
    SearchPage page = page(link).awaitOffers(OFFERS);
    assertThat(page.find("#sort-further")).hasText("then dph, least first");
    page.find(".menu summary").click();
    page.find("#sort-second").selectOption("reliability");
    page.awaitOffers(OFFERS);
    assertThat(page.ids(50))
        .isEqualTo(
            ids(
                "{\"limit\":50,\"order\":[[\"gpu_name\",\"asc\"],[\"reliability\",\"desc\"],"
                    + "[\"dph_total\",\"asc\"]]}"));
    assertThat(page.find("#sort-further")).hasText("then dph, least first");
    // A name that no column has can be sorted by, too.
    page = page(ALL + "&sort=dph%3Adesc").awaitOffers(OFFERS);
    page.find(".menu summary").click();
    page.find("#sort-second").selectOption("reliability");
    page.awaitOffers(OFFERS);
    assertThat(page.fragment()).contains("sort=dph%3Adesc%2Creliability%3Aasc");
  }
}
