package io.offerengine.example.spring;

import io.offerengine.OfferEngine;
import io.offerengine.json.ChangesReader;
import io.offerengine.json.JsonException;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.SearchCodec;
import io.offerengine.query.ConflictException;
import io.offerengine.query.EngineException;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.OfferBatch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers searches and applies changes.
 *
 * <p>Bodies are bytes in both directions: the codecs of the engine read and write the JSON. The
 * program has no authentication; add it before strangers can reach {@code /admin}.
 */
@RestController
class OfferController {
  private final OfferEngine engine;
  private final OfferCodec offers;
  private final SearchCodec searches;

  OfferController(OfferEngine engine, OfferCodec offers, SearchCodec searches) {
    this.engine = engine;
    this.offers = offers;
    this.searches = searches;
  }

  /** Returns the offers that match a search. */
  @PostMapping(path = "/search", produces = MediaType.APPLICATION_JSON_VALUE)
  byte[] search(@RequestBody byte[] body) {
    return searches.writeResponse(engine.snapshot().search(searches.readRequest(body).query()));
  }

  /** Changes offers, one a line; all lines take effect or none. Returns the new version. */
  @PatchMapping(path = "/admin/offers", produces = MediaType.APPLICATION_JSON_VALUE)
  String change(@RequestBody byte[] body) throws IOException {
    OfferBatch.Builder batch = OfferBatch.builder();
    OfferCodec strict = offers.refusingUnknownFields();
    try (ChangesReader changes = strict.readChanges(new ByteArrayInputStream(body))) {
      changes.forEachRemaining(batch::add);
    }
    return "{\"version\":" + engine.apply(batch.build()) + "}";
  }

  @ExceptionHandler
  ProblemDetail refused(EngineException refusal) {
    HttpStatus status = HttpStatus.SERVICE_UNAVAILABLE;
    if (refusal instanceof JsonException || refusal instanceof InvalidQueryException) {
      status = HttpStatus.BAD_REQUEST;
    } else if (refusal instanceof UnknownOfferException) {
      status = HttpStatus.NOT_FOUND;
    } else if (refusal instanceof ConflictException) {
      status = HttpStatus.CONFLICT;
    }
    return ProblemDetail.forStatusAndDetail(status, refusal.getMessage());
  }
}
