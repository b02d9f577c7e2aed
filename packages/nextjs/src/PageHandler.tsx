'use client'
import {
  LanguageOfServer,
  PorticoHandler,
  seedOfServer,
  usePorticoApp,
  type PageSeed,
  type PorticoHandlerProps,
} from '@portico/react'
import { useState, type ReactNode } from 'react'

export interface PageHandlerProps extends Omit<PorticoHandlerProps, 'app'> {
  readonly seed: PageSeed
  readonly languages: readonly string[]
}

/** The part of the handler that runs in pages. What the server knows makes its HTML complete. */
export function PageHandler({ seed, languages, ...props }: PageHandlerProps): ReactNode {
  const app = usePorticoApp()
  // A state initializer runs before the first render of the page.
  useState(() => seedOfServer(app, seed))
  return (
    <LanguageOfServer languages={languages}>
      <PorticoHandler {...props} />
    </LanguageOfServer>
  )
}
