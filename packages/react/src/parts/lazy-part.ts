'use client'

import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A component whose code loads on first use.
 *
 * @internal
 */
export interface LazyPart<Props> {
  /** Renders immediately if the code is loaded, otherwise suspends. */
  readonly Component: ComponentType<Props>
  readonly isLoaded: () => boolean
  readonly load: () => Promise<void>
}

/**
 * Creates a lazy part of the component with this name. A failed load is discarded, so that the next one retries.
 *
 * @param importModule imports the module of the component. With a separate name, callers need less code than with a
 *   function that selects the component.
 */
export function lazyPart<const Name extends string, Props extends object>(
  name: Name,
  importModule: () => Promise<{ readonly [Same in Name]: ComponentType<Props> }>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null
  const load = async (): Promise<ComponentType<Props>> => (loaded ??= (await importModule())[name])
  const Suspending = lazy(async () => ({ default: await load() }))

  function Part(props: Props): ReactNode {
    // Chosen once: replacing the component would lose what has been typed.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Suspending)
    return createElement(Component, props)
  }

  return { Component: Part, isLoaded: () => loaded !== null, load: async () => void (await load()) }
}
