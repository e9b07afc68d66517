package io.offerengine.cluster.part;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.Facets;
import io.offerengine.json.PageCodec;
import io.offerengine.json.PageCodec.Without;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What one shard knows of a page: its best rows, and its counts.
 *
 * <p><b>Layout.</b> The rows as {@link RowsPart}; the counts as {@link FacetsPart}; for each row
 * how many matching offers have its fold value; then for each condition the names of its field and
 * its operator, and how many offers match without it. This list is empty if the shard has matches.
 *
 * @param counts the counts, with all values of each facet
 */
public record PagePart(RowsPart rows, PageCodec.Counts counts) {
  /** The fewest bytes of a condition. */
  private static final int LEAST = 2 * Integer.BYTES + Long.BYTES;

  /** Returns the bytes behind the rows. */
  public static byte[] tail(PageCodec.Counts counts) {
    return PartBytes.of(out -> {
      out.write(FacetsPart.write(counts.facets()));
      for (long size : counts.sizes()) {
        out.writeLong(size);
      }
      out.writeInt(counts.without().size());
      for (Without each : counts.without()) {
        PartBytes.writeText(each.field(), out);
        PartBytes.writeText(each.operator(), out);
        out.writeLong(each.count());
      }
    });
  }

  /**
   * Reads a page.
   *
   * @param in its position moves behind the page; the rows are not copied
   * @param request the facets that were counted
   * @throws MalformedPartException if the bytes are no page
   */
  public static PagePart read(ByteBuffer in, FacetRequest request) {
    try {
      RowsPart rows = RowsPart.read(in);
      Facets facets = FacetsPart.read(in, request);
      List<Long> sizes = new ArrayList<>(rows.size());
      for (int i = 0; i < rows.size(); i++) {
        sizes.add(in.getLong());
      }
      int count = PartBytes.readCount(in, LEAST);
      List<Without> without = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        without.add(new Without(PartBytes.readText(in), PartBytes.readText(in), in.getLong()));
      }
      return new PagePart(rows, new PageCodec.Counts(facets, sizes, without));
    } catch (BufferUnderflowException e) {
      throw new MalformedPartException(e);
    }
  }
}
