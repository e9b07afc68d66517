package io.offerengine.example.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT;

import io.offerengine.OfferEngine;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;

/** Requests to the running program; each test starts it anew on a free port. */
@SpringBootTest(webEnvironment = RANDOM_PORT)
@DirtiesContext(classMode = DirtiesContext.ClassMode.AFTER_EACH_TEST_METHOD)
class OfferApplicationTest {
  private static final Pattern ID = Pattern.compile("\"id\":([0-9]+)");
  private static final String SEARCH =
      "{\"gpu_name\":{\"eq\":\"RTX 4090\"},\"order\":[[\"dph_total\",\"asc\"]]}";

  @LocalServerPort private int port;
  @Autowired private OfferEngine engine;

  private HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Content-Type", "application/json")
            .timeout(Duration.ofMinutes(1))
            .method(method, BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  private List<String> found() throws IOException, InterruptedException {
    HttpResponse<String> response = send("POST", "/search", SEARCH);
    assertThat(response.statusCode()).isEqualTo(200);
    return ID.matcher(response.body()).results().map(each -> each.group(1)).toList();
  }

  @Test
  void search_returnsTheCheapestFirst() throws Exception {
    assertThat(engine.snapshot().size()).isEqualTo(4);
    assertThat(found()).containsExactly("1", "2");
  }

  @Test
  void change_isVisibleToTheNextSearch() throws Exception {
    HttpResponse<String> response = send("PATCH", "/admin/offers", "{\"id\":2,\"dph_base\":0.5}");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(found()).containsExactly("2", "1");
  }

  @Test
  void change_whoseConditionDoesNotHold_is409AndChangesNothing() throws Exception {
    HttpResponse<String> response =
        send(
            "PATCH",
            "/admin/offers",
            "{\"id\":2,\"dph_base\":0.5}\n"
                + "{\"id\":1,\"dph_base\":0.1,\"if\":{\"num_gpus\":{\"eq\":8}}}");
    assertThat(response.statusCode()).isEqualTo(409);
    assertThat(response.body()).contains("num_gpus");
    assertThat(found()).containsExactly("1", "2");
  }

  @Test
  void change_ofAnUnknownOffer_is404() throws Exception {
    assertThat(send("PATCH", "/admin/offers", "{\"id\":99,\"rented\":true}").statusCode())
        .isEqualTo(404);
  }

  @Test
  void wrongRequests_are400WithTheMessageOfTheEngine() throws Exception {
    HttpResponse<String> unknown = send("POST", "/search", "{\"gpu_nam\":{\"eq\":\"H100\"}}");
    assertThat(unknown.statusCode()).isEqualTo(400);
    assertThat(unknown.body()).contains("gpu_nam", "did you mean");
    assertThat(send("POST", "/search", "{\"limit\":").statusCode()).isEqualTo(400);
    HttpResponse<String> change = send("PATCH", "/admin/offers", "{\"id\":1,\"num_gpus\":\"x\"}");
    assertThat(change.statusCode()).isEqualTo(400);
    assertThat(change.body()).contains("num_gpus");
    HttpResponse<String> misspelt = send("PATCH", "/admin/offers", "{\"id\":1,\"num_gpu\":2}");
    assertThat(misspelt.statusCode()).isEqualTo(400);
    assertThat(misspelt.body())
        .contains("no offer field is called num_gpu; did you mean num_gpus?");
    assertThat(found()).containsExactly("1", "2");
  }
}
