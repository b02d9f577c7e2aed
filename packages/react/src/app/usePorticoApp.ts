import { createContext, useContext } from 'react'
import type { AppWithHooks } from './app-with-hooks.ts'

export const AppContext = createContext<AppWithHooks | null>(null)

export interface UsePorticoAppOptions {
  /** Refuses an app of another project; for code that makes sense for one project only. */
  readonly projectIdMustMatch?: string
}

/** The app of the nearest `PorticoProvider`. */
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

/** Thrown where a hook or component stands outside the provider. */
export class NoProviderError extends Error {
  constructor() {
    super(
      '`usePorticoApp` was called outside `<PorticoProvider>`, so there is no app to ask. Wrap your root component in it.',
    )
  }
}
