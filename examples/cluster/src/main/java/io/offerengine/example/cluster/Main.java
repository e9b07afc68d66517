package io.offerengine.example.cluster;

import java.io.IOException;

/** Starts a cluster, stores the sample offers, prints a search, and waits until it is stopped. */
public final class Main {
  private Main() {}

  /** Runs until the process is stopped or its input ends. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    try (Cluster cluster = Cluster.start(3)) {
      Runtime.getRuntime().addShutdownHook(new Thread(cluster::close));
      long version = cluster.storeSample();
      System.out.println("PostgreSQL " + cluster.database());
      for (String member : cluster.members()) {
        System.out.println("member     " + member);
      }
      System.out.println("HAProxy    " + cluster.proxy() + ", key " + Cluster.KEY);
      System.out.println("logs       " + cluster.logs());
      System.out.println();
      System.out.println("The cheapest offer with at least one GPU:");
      System.out.println(
          cluster.search(
              "{\"num_gpus\":{\"gte\":1},\"order\":[[\"dph_total\",\"asc\"]],\"limit\":1}",
              version));
      System.out.println();
      System.out.println("Press Enter to stop.");
      int unused = System.in.read();
    }
  }
}
