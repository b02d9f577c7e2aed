'use client'

import { createContext, useContext, type ReactNode } from 'react'
import { usePorticoApp } from '../../app/usePorticoApp.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Icon } from '../../parts/Icon.tsx'
import { useIsImpersonated } from '../../user/impersonation.ts'

/** Whether the service refuses every change, because an administrator started the session. */
const ReadOnlyContext = createContext(false)

/** The account settings, in which a session that an administrator started can change nothing. */
export function ReadOnlyIfImpersonated({ children }: { readonly children: ReactNode }): ReactNode {
  const isImpersonated = useIsImpersonated(usePorticoApp())
  return <ReadOnlyContext.Provider value={isImpersonated}>{children}</ReadOnlyContext.Provider>
}

/** Controls that change the account or a team: disabled where nothing can be changed. */
export function Editable({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    // Not a group for screen readers: each row and form is one.
    <fieldset className="portico-edit" role="none" disabled={useContext(ReadOnlyContext)}>
      {children}
    </fieldset>
  )
}

/** Why the controls are disabled; empty if they are not. */
export function ReadOnlyNotice(): ReactNode {
  const t = useTranslate()
  return (
    useContext(ReadOnlyContext) && (
      <p className="portico-settings-notice" role="status">
        <Icon name="alert" />
        {t('An administrator started this session. Profile, sign-in methods and keys cannot be changed.')}
      </p>
    )
  )
}
