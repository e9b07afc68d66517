// Compiles only if the types that openapi-typescript makes require what the service requires.
import type { components, paths } from "./openapi";

type Post = paths["/api/v0/bundles"]["post"];
type Request = Post["requestBody"]["content"]["application/json"];
type Answer = Post["responses"][200]["content"]["application/json"];

const everything: Request = {};
const requests: Request[] = [
  everything,
  { gpu_name: "RTX 4090", limit: 1 },
  { num_gpus: { gte: 2 }, rentable: { eq: true }, order: [["dph_total", "asc"]], limit: 3 },
  { type: "bid", driver_version: { gte: "535.86.05" }, limit: { eq: 2 }, allocated_storage: 16 },
];
const query: components["schemas"]["QueryRequest"] = { any_of: [{ gpu_name: { starts_with: "RTX" } }] };
const envelope: components["schemas"]["SearchEnvelope"] = { q: { limit: 1 }, select_cols: ["*"] };
const facets: components["schemas"]["FacetsRequest"] = { facets: { values: { gpu_name: 5 } } };
const template: components["schemas"]["TemplateRequest"] = { name: "trainer", image: "pytorch/pytorch" };
const key: components["schemas"]["KeyRequest"] = {};
const identity: components["schemas"]["Identity"] = {};
const change: components["schemas"]["OfferChange"] = { id: 1 };
const entry: components["schemas"]["LedgerEntry"] = {
  reference: "payment-1", type: "payment", amount: "12.34", timestamp: 1784365000,
};

function check(holds: boolean, what: string): void {
  if (!holds) {
    throw new Error(what);
  }
}

async function main(address: string, key: string): Promise<void> {
  for (const request of requests) {
    const response = await fetch(`${address}/api/v0/bundles/`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
    check(response.status === 200, `the service refuses ${JSON.stringify(request)}`);
    const answer: Answer = await response.json();
    for (const offer of answer.offers) {
      check(offer.id! > 0, `the offer has the id ${offer.id}`);
    }
  }
}

declare const process: { argv: [string, string, string, string]; exit(code: number): void };
main(process.argv[2], process.argv[3]).catch((e) => {
  console.error(e);
  process.exit(1);
});
