"""Searches with the client that openapi-generator makes for Python and pydantic 1."""

import json
import re
import sys

import openapi_client
from openapi_client import ApiClient, Configuration, InvoicesApi, SearchApi, ServiceApi
from openapi_client.exceptions import NotFoundException, UnauthorizedException
from openapi_client.models import FacetChoice, FacetsRequest, SearchRequest

address, key, document = sys.argv[1:]
without_key = ApiClient(Configuration(host=address))
with_key = ApiClient(Configuration(host=address, access_token=key))
assert ServiceApi(without_key).health().success is True

search = SearchApi(with_key)
assert len(search.search_offers(SearchRequest()).offers) == 64

request = SearchRequest(
    gpu_name={"in": ["RTX 4090", "RTX_3090"]},
    num_gpus={"gte": 2},
    order=[["dph_total", "asc"]],
    limit=3,
)
offers = search.search_offers(request).offers
assert len(offers) == 3, offers
assert all(offer.gpu_name in ("RTX 4090", "RTX 3090") for offer in offers), offers
assert all(offer.num_gpus >= 2 for offer in offers), offers
prices = [offer.dph_total for offer in offers]
assert prices == sorted(prices), prices

plain = {"num_gpus": {"gte": 2}, "rentable": True, "order": [["dph_total", "asc"]], "limit": 1}
for same in (plain, SearchRequest.from_dict(plain)):
    assert search.search_offers(same).offers[0].num_gpus >= 2

choice = FacetChoice(values={"gpu_name": 5}, range=["dph_total"])
facets = search.count_facets(FacetsRequest(num_gpus={"gte": 2}, facets=choice))
assert len(facets.values["gpu_name"].counts) == 5, facets
assert facets.range["dph_total"].present == facets.matched, facets

assert "RTX 4090" in SearchApi(without_key).list_gpu_names().gpu_names
try:
    InvoicesApi(without_key).show_invoices("me")
    raise AssertionError("invoices are shown without a key")
except UnauthorizedException:
    pass


def parameter(declared):
    return json_document["components"]["parameters"][declared["$ref"].split("/")[-1]]


# The examples of bodies, which the generated documentation shows too, are sent as they are.
with open(document, encoding="utf-8") as file:
    json_document = json.load(file)
for path, operations in json_document["paths"].items():
    for operation in operations.values():
        body = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if body is None:
            continue
        api = getattr(openapi_client, operation["tags"][0].capitalize() + "Api")(with_key)
        method = getattr(api, re.sub("([A-Z])", r"_\1", operation["operationId"]).lower())
        in_path = [
            parameter(each)["example"] for each in operation.get("parameters", []) if "{" in path
        ]
        examples = body.get("examples", {"example": {"value": body.get("example")}})
        for example in examples.values():
            try:
                method(*in_path, example["value"])
            except NotFoundException:
                pass  # The example names something that this service does not have.
