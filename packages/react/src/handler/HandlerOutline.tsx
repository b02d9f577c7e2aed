'use client'

import type { ReactNode } from 'react'
import { CardRoot } from '../cards/CardRoot.tsx'
import { CardSkeleton } from '../parts/CardSkeleton.tsx'

/** The props of `HandlerOutline`. */
export interface HandlerOutlineProps {
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
}

/** The outline of a card, while the handler's page is not known. */
export function HandlerOutline({ fullPage }: HandlerOutlineProps): ReactNode {
  return (
    <CardRoot fullPage={fullPage}>
      <CardSkeleton />
    </CardRoot>
  )
}
