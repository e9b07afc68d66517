package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.TestClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The page that the service greets people with. */
class HomePageTest {
  private static final Pattern CURL =
      Pattern.compile(
          "curl -sS http://127\\.0\\.0\\.1:8080(\\S+) -H \"(\\S+): (.*?)\""
              + " -H '(\\S+): (.*?)' -d '(.*)'");

  @TempDir private Path directory;
  private TestService service;
  private TestClient client;

  @BeforeEach
  void open() throws IOException {
    service = TestService.open(directory);
    client = service.client();
  }

  @AfterEach
  void close() {
    service.close();
  }

  private HttpResponse<String> get(String target) {
    return client.send(client.request("GET", target));
  }

  private Document page() throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    return factory
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(get("/").body().getBytes(UTF_8)));
  }

  private static List<Element> elements(Document page, String tag) {
    NodeList found = page.getElementsByTagName(tag);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }

  @Test
  void page_isHtmlForEverybodyThatMayLoadNothing() {
    HttpResponse<String> response = get("/");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().allValues("Content-Type"))
        .containsExactly("text/html; charset=utf-8");
    assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'none'; style-src 'unsafe-inline';");
    assertThat(response.body()).startsWith("<!DOCTYPE html>\n");
    assertError(get("/?a=1"), 400, "invalid_request", "takes none");
  }

  @Test
  void page_isWellFormedAndNamesTheService() throws Exception {
    Document page = page();
    assertThat(page.getDocumentElement().getAttribute("lang")).isEqualTo("en");
    assertThat(elements(page, "title").get(0).getTextContent()).isEqualTo("Offer Engine");
    assertThat(elements(page, "h1").get(0).getTextContent()).isEqualTo("Offer Engine");
    assertThat(elements(page, "script")).isEmpty();
    assertThat(elements(page, "link")).isEmpty();
    assertThat(elements(page, "img")).isEmpty();
  }

  @Test
  void page_hasLinksThatLeadSomewhere() throws Exception {
    List<String> targets =
        elements(page(), "a").stream().map(link -> link.getAttribute("href")).toList();
    assertThat(targets).containsExactly("/openapi.json", "/healthz");
    for (String target : targets) {
      assertThat(get(target).statusCode()).as(target).isEqualTo(200);
    }
  }

  @Test
  void page_showsARequestThatWorks() throws Exception {
    String shown = elements(page(), "code").get(0).getTextContent();
    Matcher curl = CURL.matcher(shown.replaceAll("\\s*\\\\\n\\s*", " "));
    assertThat(curl.matches()).as(shown).isTrue();
    HttpResponse<String> response =
        client.send(
            client
                .request("POST", curl.group(1))
                .header(
                    curl.group(2), curl.group(3).replace("$OFFER_ENGINE_API_KEY", TestClient.KEY))
                .header(curl.group(4), curl.group(5))
                .POST(BodyPublishers.ofString(curl.group(6))));
    assertThat(TestMarket.ids(response.body())).hasSize(3);
  }
}
