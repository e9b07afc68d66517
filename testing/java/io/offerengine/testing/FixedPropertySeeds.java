package io.offerengine.testing;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** Gives each property of jqwik the same seed in every run, unless new seeds are wanted. */
public final class FixedPropertySeeds implements AroundPropertyHook {
  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) throws Throwable {
    if (!Seeds.areNew() && context.attributes().seed().isEmpty()) {
      context.attributes().setSeed(String.valueOf(context.targetMethod().toString().hashCode()));
    }
    return property.execute();
  }
}
