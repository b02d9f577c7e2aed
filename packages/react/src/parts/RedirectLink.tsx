import { porticoAppInternalsSymbol } from '@portico/client'
import type { MouseEvent, ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useReportFailure } from './action-failure.ts'

export interface RedirectLinkProps {
  /** Where the link leads for those who open it elsewhere or copy it. */
  readonly href: string
  /** Leads there within this page, carrying along where the visitor wants to end up. */
  readonly redirect: () => Promise<void>
  readonly children: string
}

/** A real link that, when simply clicked, goes through the app's own redirect; with redirect method `none`, just a link. */
export function RedirectLink({ href, redirect, children }: RedirectLinkProps): ReactNode {
  const { redirectMethod } = usePorticoApp()[porticoAppInternalsSymbol]
  const reportFailure = useReportFailure()
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    // With a key held, the person wants a new tab or window, which is the browser's work.
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
