'use client'
import { PageOfServer, PorticoHandler, type PageSeed, type PorticoHandlerProps } from '@portico/react'
import type { ReactNode } from 'react'

export interface PageHandlerProps extends Omit<PorticoHandlerProps, 'app'> {
  readonly page: PageSeed
}

/** The part of the handler that runs in pages. The server passes its data, so that the HTML is complete. */
export function PageHandler({ page, ...props }: PageHandlerProps): ReactNode {
  return (
    <PageOfServer page={page}>
      <PorticoHandler {...props} />
    </PageOfServer>
  )
}
