// #region handler
import { PorticoHandler } from '@portico/react'
import { createFileRoute, useLocation } from '@tanstack/react-router'

export const Route = createFileRoute('/handler/$')({ component: Handler })

function Handler() {
  const { href } = useLocation()
  return <PorticoHandler fullPage location={href} />
}
// #endregion
