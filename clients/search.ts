// Searches with the client that openapi-generator makes for typescript-fetch.
import { Configuration, InvoicesApi, SearchApi, ServiceApi } from "./src";

function check(holds: boolean, what: string): void {
  if (!holds) {
    throw new Error(what);
  }
}

async function main(basePath: string, accessToken: string): Promise<void> {
  const withKey = new Configuration({ basePath, accessToken });
  const withoutKey = new Configuration({ basePath });
  check((await new ServiceApi(withoutKey).health()).success, "the service is not healthy");

  const search = new SearchApi(withKey);
  const everything = await search.searchOffers({ searchRequest: {} });
  check(everything.offers.length === 64, `expected 64 offers, got ${everything.offers.length}`);

  const searchRequest = {
    gpuName: { in: ["RTX 4090", "RTX_3090"] },
    numGpus: { gte: 2 },
    rentable: { eq: true },
    driverVersion: { gte: "500" },
    order: [["dph_total", "asc"]],
    limit: 3,
  };
  const { offers } = await search.searchOffers({ searchRequest });
  check(offers.length === 3, `expected 3 offers, got ${offers.length}`);
  let price = 0;
  for (const offer of offers) {
    check(/^RTX [34]090$/.test(offer.gpuName!), `the GPU is a ${offer.gpuName}`);
    check(offer.numGpus! >= 2, `there are ${offer.numGpus} GPUs`);
    check(offer.dphTotal! >= price, "the offers are not ordered by price");
    price = offer.dphTotal!;
  }
  const byUrl = await search.searchOffersByUrl({ q: '{"gpu_name": "RTX 4090", "limit": 1}' });
  check(byUrl.offers[0].gpuName === "RTX 4090", "a search by URL has another result");
  const alternatives = await search.queryOffers({
    queryRequest: { anyOf: [{ gpuName: { starts_with: "rtx 40" } }], limit: 1 },
  });
  check(alternatives.offers[0].gpuName!.indexOf("RTX 40") === 0, "a query has another result");

  const facets = await search.countFacets({
    facetsRequest: { numGpus: { gte: 2 }, facets: { values: { gpu_name: 5 }, range: ["dph_total"] } },
  });
  check(facets.values["gpu_name"]!.counts.length === 5, "expected five GPU names");
  check(facets.range["dph_total"]!.present === facets.matched, "an offer has no price");

  const names = await new SearchApi(withoutKey).listGpuNames();
  check(names.gpuNames.has("RTX 4090"), "the list of GPU names lacks RTX 4090");
  const refusal = await new InvoicesApi(withoutKey).showInvoices({ userId: "me" }).catch((e) => e);
  check(refusal.response?.status === 401, `expected 401, got ${refusal.response?.status}`);
}

declare const process: { argv: [string, string, string, string]; exit(code: number): void };
main(process.argv[2], process.argv[3]).catch((e) => {
  console.error(e);
  process.exit(1);
});
