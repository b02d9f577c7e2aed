import type { MouseEvent, ReactNode } from 'react'
import { navigate } from './router.ts'

export interface LinkProps {
  readonly to: string
  readonly className?: string
  readonly children: ReactNode
}

/** A link within the app. */
export function Link({ to, className, children }: LinkProps): ReactNode {
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a href={to} className={className} onClick={follow}>
      {children}
    </a>
  )
}
