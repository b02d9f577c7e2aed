import { createElement, lazy, useState, type ComponentType, type ReactNode } from 'react'

/** A component whose code is loaded when it is first needed. */
export interface LazyPart<Props> {
  /** Renders at once if the code is here, else suspends. */
  readonly Component: ComponentType<Props>
  readonly isLoaded: () => boolean
  readonly load: () => Promise<void>
}

/** Makes a lazy part; a failed load is forgotten, so that the next one asks again. */
export function lazyPart<Props extends object>(importPart: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null
  const load = async (): Promise<ComponentType<Props>> => (loaded ??= await importPart())
  const Suspending = lazy(async () => ({ default: await load() }))

  function Part(props: Props): ReactNode {
    // Chosen once: another component in this place would lose what has been typed.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Suspending)
    return createElement(Component, props)
  }

  return { Component: Part, isLoaded: () => loaded !== null, load: async () => void (await load()) }
}
