// #region handler
import { PorticoHandler } from '@portico/react'
import type { ReactNode } from 'react'

/** The pages of Portico, for the route `handler/*`. The server sends the outline of a card. */
export default function Handler(): ReactNode {
  return <PorticoHandler fullPage />
}
// #endregion
