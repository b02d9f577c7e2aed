'use client'

import type { CurrentUser } from '@portico/client'
import { useEffect, useRef, type ReactNode } from 'react'
import { describeFailure } from '../form/describe-error.ts'
import { useSignOut } from '../hooks/useSignOut.ts'
import { useTranslate } from '../i18n/language.ts'
import { Button } from '../parts/Button.tsx'
import { Icon } from '../parts/Icon.tsx'

/**
 * Tells an administrator whose session this is. It cannot be closed without ending the session. It is in the top layer, so
 * that no layout of the host hides it, and at the lower edge, where it covers no navigation.
 */
export function ImpersonationBar({ user }: { readonly user: CurrentUser }): ReactNode {
  const t = useTranslate()
  const bar = useRef<HTMLElement>(null)
  const end = useSignOut()
  useEffect(() => {
    bar.current?.showPopover()
  }, [])
  return (
    <span
      ref={bar}
      className="portico-impersonation"
      role="region"
      popover="manual"
      aria-label={t('Started by an administrator')}
    >
      <Icon name="alert" />
      <span className="portico-impersonation-text">
        <strong>
          {t('You are signed in as {name}.', { name: user.displayName?.trim() || user.primaryEmail || user.id })}
        </strong>{' '}
        {end.failure === null
          ? t('An administrator started this session. Profile, sign-in methods and keys cannot be changed.')
          : describeFailure(t, end.failure).title}
      </span>
      <Button variant="secondary" phase={end.phase} pendingText={t('Signing out…')} onClick={() => void end.submit()}>
        {t('End impersonation')}
      </Button>
    </span>
  )
}
