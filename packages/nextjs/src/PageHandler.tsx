'use client'
import { porticoAppInternalsSymbol, type Project } from '@portico/client'
import {
  PorticoHandler,
  seedUserOfServer,
  usePorticoApp,
  type PorticoHandlerProps,
  type UserSnapshot,
} from '@portico/react'
import { useState, type ReactNode } from 'react'

export interface PageHandlerProps extends Omit<PorticoHandlerProps, 'app'> {
  /** Undefined: the server does not know. */
  readonly user: UserSnapshot | undefined
  readonly project: Project | undefined
}

/** The part of the handler that runs in pages. What the server knows makes its HTML complete. */
export function PageHandler({ user, project, ...props }: PageHandlerProps): ReactNode {
  const app = usePorticoApp()
  // A state initializer runs before the first render of the page.
  useState(() => {
    if (user !== undefined) seedUserOfServer(app, user)
    if (project) app[porticoAppInternalsSymbol].projectResource().seed(project)
  })
  return <PorticoHandler {...props} />
}
