'use client'

import { useEffect, useRef, type ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useLatestUser } from '../app/useUser.ts'
import { describeFailure } from '../form/describe-error.ts'
import { useAction } from '../hooks/useAction.ts'
import { useTranslate } from '../i18n/language.ts'
import { Button } from '../parts/Button.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Root } from '../parts/Root.tsx'

/**
 * Shows a person who acts as a user whose session it is. It cannot be closed without ending the session. It is in the
 * top layer, so that no layout of the host hides it, and at the lower edge, where it covers no navigation. The page
 * gets room for it at its end, so that the visitor can scroll to everything.
 */
export function ImpersonationBar(): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  const user = useLatestUser()
  const bar = useRef<HTMLElement>(null)
  const end = useAction(async () => {
    await app.endImpersonation()
    return { status: 'ok' }
  }, 'ready')
  const room = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const shown = bar.current
    shown?.showPopover()
    const observer = new ResizeObserver(() => {
      const blockSize = `${shown?.offsetHeight ?? 0}px`
      // Not the `style` prop, which a server may render: a policy without `unsafe-inline` refuses it.
      Object.assign(room.current?.style ?? {}, { display: 'block', blockSize })
    })
    if (shown) observer.observe(shown)
    return () => observer.disconnect()
  }, [])
  const impersonation = user?.impersonation
  const owner = impersonation && (impersonation.impersonatorDisplayName?.trim() || impersonation.impersonatorEmail)
  const label = t('Started by an administrator')
  return (
    <Root inline>
      <span ref={bar} className="portico-impersonation" role="region" popover="manual" aria-label={label}>
        <Icon name="alert" />
        <span className="portico-impersonation-text">
          {user && (
            <strong>
              {t('You are signed in as {name}.', { name: user.displayName?.trim() || user.primaryEmail || user.id })}
            </strong>
          )}{' '}
          {end.failure === null ? label : describeFailure(t, end.failure).title}
          {owner && (
            <>
              {' '}
              <bdi>({owner})</bdi>
            </>
          )}
        </span>
        <Button variant="secondary" phase={end.phase} pendingText={t('Signing out…')} onClick={() => void end.submit()}>
          {t('End impersonation')}
        </Button>
      </span>
      <span ref={room} />
    </Root>
  )
}
