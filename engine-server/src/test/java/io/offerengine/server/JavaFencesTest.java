package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code in Markdown is found and compiled as the compiler would. */
class JavaFencesTest {
  private static final String MARKDOWN =
      """
      Text.

      ```sh
      class NotJava {}
      ```

      ```java
      import io.offerengine.marketplace.MarketplaceSchema;

      class First {
        String name = MarketplaceSchema.schema().name();
      }
      ```

      ```java
      public record Second(int value) {}
      ```
      """;

  @Test
  void in_findsJavaAlone() {
    assertThat(JavaFences.in(MARKDOWN))
        .hasSize(2)
        .element(1)
        .isEqualTo("public record Second(int value) {}\n");
    assertThat(JavaFences.in("```sh\nls\n```\n")).isEmpty();
  }

  @Test
  void problemsOf_aGoodClass_areNone(@TempDir Path classes) throws IOException {
    for (String fence : JavaFences.in(MARKDOWN)) {
      assertThat(JavaFences.problemsOf(fence, classes)).isEmpty();
    }
  }

  @Test
  void problemsOf_aBadClass_nameTheLine(@TempDir Path classes) throws IOException {
    assertThat(JavaFences.problemsOf("class Bad {\n  int x = \"text\";\n}\n", classes))
        .singleElement()
        .asString()
        .startsWith("line 2: ");
    assertThat(JavaFences.problemsOf("class Raw {\n  java.util.List list;\n}\n", classes))
        .singleElement()
        .asString()
        .startsWith("line 2: ");
  }

  @Test
  void problemsOf_statementsAlone_sayThatAClassIsMissing(@TempDir Path classes) throws IOException {
    assertThat(JavaFences.problemsOf("int x = 5;\n", classes))
        .singleElement()
        .asString()
        .startsWith("the fence holds no whole class");
  }
}
