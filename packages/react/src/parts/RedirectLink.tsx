'use client'

import { porticoAppInternalsSymbol } from '@portico/client'
import type { MouseEvent, ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useReportFailure } from './action-failure.ts'

export interface RedirectLinkProps {
  /** The target if the link is copied or opened in a new tab. */
  readonly href: string
  /** Redirects within this page and keeps the return location. */
  readonly redirect: () => Promise<void>
  readonly children: string
}

/** A link that uses the app's redirect for a plain click. With redirect method `none` it is an ordinary link. */
export function RedirectLink({ href, redirect, children }: RedirectLinkProps): ReactNode {
  const { redirectMethod } = usePorticoApp()[porticoAppInternalsSymbol]
  const reportFailure = useReportFailure()
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    // With a modifier key held, the browser opens a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (redirectMethod === 'none') return
    event.preventDefault()
    reportFailure(null)
    redirect().catch(reportFailure)
  }
  return (
    <a className="portico-link" href={href} onClick={follow}>
      {children}
    </a>
  )
}
