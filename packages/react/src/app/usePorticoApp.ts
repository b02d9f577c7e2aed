'use client'

import { createContext, useContext } from 'react'
import type { AppWithHooks } from './app-with-hooks.ts'

export const AppContext = createContext<AppWithHooks | null>(null)

/** The project that the app must belong to. */
export interface UsePorticoAppOptions {
  /** Throws if the app belongs to another project. For code that works with one project only. */
  readonly projectIdMustMatch?: string
}

/** Returns the app of the nearest `PorticoProvider`. */
export function usePorticoApp(options: UsePorticoAppOptions = {}): AppWithHooks {
  const app = useContext(AppContext)
  if (!app) {
    throw new NoProviderError()
  }
  const expected = options.projectIdMustMatch
  if (expected !== undefined && app.projectId !== expected) {
    throw new Error(
      `This component works with the project ${expected} only, but the provider's app belongs to ${app.projectId}. Give it the app of that project.`,
    )
  }
  return app
}

/** Thrown when a hook or component is used outside the provider. */
export class NoProviderError extends Error {
  constructor(what = '`usePorticoApp` was called') {
    super(`${what} outside \`<PorticoProvider>\`. Wrap your root component in it.`)
  }
}
