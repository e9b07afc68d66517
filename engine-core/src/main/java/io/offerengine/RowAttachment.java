package io.offerengine;

/**
 * Makes bytes of a row, for example the row's text in some format. The engine caches these bytes
 * beside the row; see {@link Matches#attached}.
 *
 * <p>Rows never change, so the same bytes serve every later search that finds the row. The engine
 * drops cached bytes when the row's segment is merged away, and when the {@linkplain
 * OfferEngine.Builder#attachmentBudget budget} is exhausted. If an offer changes, it gets a new row
 * without cached bytes.
 *
 * <p>Attachments that are {@link Object#equals equal}, with equal hash codes, share their bytes. A
 * program therefore makes an attachment once and uses it in every search:
 *
 * <pre>{@code
 * import java.nio.charset.StandardCharsets;
 *
 * RowAttachment label =
 *     row -> (row.id() + " " + row.get(GPU_NAME) + "\n").getBytes(StandardCharsets.UTF_8);
 * ByteArrayOutputStream response = new ByteArrayOutputStream();
 * for (int i = 0; i < matches.size(); i++) {
 *   response.write(matches.attached(label, i));
 * }
 * }</pre>
 *
 * <p><b>Threads.</b> Several threads may make bytes at the same time, even of the same row; then
 * the engine caches one of the results.
 */
@FunctionalInterface
public interface RowAttachment {
  /**
   * Makes the bytes of a row. The result must be the same for every search, so it must not depend
   * on computed fields; it may depend on {@link Match#stored stored and derived values}.
   *
   * @param row the row, without folding
   * @return the bytes; not to be changed afterwards
   */
  byte[] make(Match row);
}
