import { Outlet } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'

/** A room keeps the frame while its code loads. */
export function Room(): ReactNode {
  return (
    <Suspense>
      <Outlet />
    </Suspense>
  )
}
