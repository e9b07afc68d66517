import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AdminApi;
import org.openapitools.client.api.InvoicesApi;
import org.openapitools.client.api.SearchApi;
import org.openapitools.client.api.ServiceApi;
import org.openapitools.client.model.FacetChoice;
import org.openapitools.client.model.FacetsRequest;
import org.openapitools.client.model.FacetsResponse;
import org.openapitools.client.model.Offer;
import org.openapitools.client.model.OfferChange;
import org.openapitools.client.model.SearchRequest;
import org.openapitools.client.model.StoredOffer;

/** Searches with the client that openapi-generator makes for Java. */
final class Search {
  private Search() {}

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  public static void main(String[] arguments) throws ApiException {
    ApiClient withoutKey = new ApiClient().setBasePath(arguments[0]);
    ApiClient withKey = new ApiClient().setBasePath(arguments[0]);
    withKey.setBearerToken(arguments[1]);
    check(Boolean.TRUE.equals(new ServiceApi(withoutKey).health().getSuccess()), "the service is not healthy");

    SearchApi search = new SearchApi(withKey);
    int all = search.searchOffers(new SearchRequest(), null, null).getOffers().size();
    check(all == 64, "expected 64 offers, got " + all);

    SearchRequest request =
        new SearchRequest()
            .gpuName(Map.of("in", List.of("RTX 4090", "RTX_3090")))
            .numGpus(Map.of("gte", 2))
            .rentable(true)
            .order(List.of(List.of("dph_total", "asc")))
            .limit(3);
    List<Offer> offers = search.searchOffers(request, null, null).getOffers();
    check(offers.size() == 3, "expected 3 offers, got " + offers.size());
    BigDecimal price = BigDecimal.ZERO;
    for (Offer offer : offers) {
      check(List.of("RTX 4090", "RTX 3090").contains(offer.getGpuName()), offer.getGpuName());
      check(offer.getNumGpus() >= 2, "there are " + offer.getNumGpus() + " GPUs");
      check(offer.getDphTotal().compareTo(price) >= 0, "the offers are not ordered by price");
      price = offer.getDphTotal();
    }
    FacetsResponse facets =
        search.countFacets(
            new FacetsRequest()
                .numGpus(Map.of("gte", 2))
                .facets(new FacetChoice().values(Map.of("gpu_name", 5)).addRangeItem("dph_total")),
            null);
    check(facets.getValues().get("gpu_name").getCounts().size() == 5, "expected five GPU names");
    check(
        facets.getRange().get("dph_total").getPresent().equals(facets.getMatched()),
        "an offer has no price");

    AdminApi admin = new AdminApi(withKey);
    long id = offers.get(0).getId();
    StoredOffer before = admin.showOffer(id, null);
    OfferChange change = new OfferChange().id(id).dphBase(new BigDecimal("0.25"));
    admin.changeOffers(change, null);
    StoredOffer after = admin.showOffer(id, null);
    check(after.getDphBase().doubleValue() == 0.25, "the price is " + after.getDphBase());
    check(before.dphBase(after.getDphBase()).equals(after), "more than the price has changed");

    check(
        new SearchApi(withoutKey).listGpuNames(null).getGpuNames().contains("RTX 4090"),
        "the list of GPU names lacks RTX 4090");
    try {
      new InvoicesApi(withoutKey).showInvoices("me", null, null, null, null, null, null);
      throw new AssertionError("invoices are shown without a key");
    } catch (ApiException refusal) {
      check(refusal.getCode() == 401, "expected 401, got " + refusal.getCode());
    }
  }
}
