package io.offerengine.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who embeds the adapter sees the JDK's types and ours, never the tokeniser's. */
class PublicSignaturesTest {
  @ParameterizedTest
  @ValueSource(
      classes = {
        BillingIdentity.class,
        ChangesReader.class,
        CurrentSummary.class,
        DuplicatePolicy.class,
        IdentityPart.class,
        InvoiceCodec.class,
        InvoiceItem.class,
        InvoiceRequest.class,
        ItemType.class,
        JsonException.class,
        JsonLimits.class,
        LedgerEntry.class,
        OfferCodec.class,
        OfferReader.class,
        SearchCodec.class,
        SearchRequest.class
      })
  void publicClass_namesTypesOfTheJdkAndOursOnly(Class<?> type) {
    assertThat(type).isPublic();
    List<Class<?>> named = new ArrayList<>(List.of(type.getInterfaces()));
    named.add(type.getSuperclass());
    for (Method method : type.getDeclaredMethods()) {
      if (isVisible(method.getModifiers())) {
        named.add(method.getReturnType());
        named.addAll(List.of(method.getParameterTypes()));
        named.addAll(List.of(method.getExceptionTypes()));
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isVisible(constructor.getModifiers())) {
        named.addAll(List.of(constructor.getParameterTypes()));
      }
    }
    assertThat(named).allMatch(PublicSignaturesTest::isOurs);
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static boolean isOurs(Class<?> type) {
    Class<?> element = type.isArray() ? type.getComponentType() : type;
    return element.isPrimitive()
        || Stream.of("java.", "io.offerengine.").anyMatch(element.getName()::startsWith);
  }
}
