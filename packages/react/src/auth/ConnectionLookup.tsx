'use client'

import type { SignInConnection } from '@portico/client'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useTranslate } from '../i18n/language.ts'
import { Button } from '../parts/Button.tsx'
import { PendingContext } from '../parts/Form.tsx'
import { useAuthStep } from './auth-step.ts'
import type { AuthType } from './auth-type.ts'
import { ProviderButton } from './OAuthButton.tsx'

export interface ConnectionLookupProps {
  readonly type: AuthType
  /** A form with an address. */
  readonly children: ReactNode
}

interface FoundConnection {
  readonly email: string
  readonly connection: SignInConnection
}

/**
 * Looks for the connection of the domain when the user submits an address, and offers the sign-in there in place of the
 * form. The user can return to the form, and the next submission of the same address uses it.
 */
export function ConnectionLookup({ type, children }: ConnectionLookupProps): ReactNode {
  const app = usePorticoApp()
  const [found, setFound] = useState<FoundConnection | null>(null)
  const [isPending, setPending] = useState(false)
  // A ref, because state is stale until the next render and a double click is faster.
  const isRunning = useRef(false)
  // The address that the form itself may use.
  const checkedEmail = useRef<string | null>(null)
  const place = useRef<HTMLDivElement>(null)

  function lookUpBeforeSubmit(event: FormEvent): void {
    const form = event.target as HTMLFormElement
    // The later steps of a sign-in have no address.
    const email = addressOf(form)
    if (email === null || email === checkedEmail.current) return
    event.preventDefault()
    event.stopPropagation()
    if (!isRunning.current) void lookUp(email, form)
  }

  async function lookUp(email: string, form: HTMLFormElement): Promise<void> {
    isRunning.current = true
    setPending(true)
    // The sign-in itself shows what is wrong.
    const connection = await app.findConnection(email).catch(() => null)
    isRunning.current = false
    setPending(false)
    if (connection) return setFound({ email, connection })
    checkedEmail.current = email
    form.requestSubmit()
  }

  return (
    <>
      <div ref={place} hidden={found !== null} onSubmitCapture={lookUpBeforeSubmit}>
        <PendingContext.Provider value={isPending}>{children}</PendingContext.Provider>
      </div>
      {found && (
        <ConnectionStep
          {...found}
          type={type}
          onCancel={() => {
            checkedEmail.current = found.email
            setFound(null)
            // After the render, because a hidden field takes no focus.
            requestAnimationFrame(() => place.current?.querySelector('input')?.focus())
          }}
        />
      )}
    </>
  )
}

function ConnectionStep({
  connection: { displayName, providerId },
  email,
  onCancel,
  type,
}: FoundConnection & { readonly type: AuthType; readonly onCancel: () => void }): ReactNode {
  const t = useTranslate()
  const place = useRef<HTMLDivElement>(null)
  useAuthStep(t(type === 'sign-in' ? 'Sign in to your account' : 'Create a new account'))
  // The button replaces the form that had the focus.
  useEffect(() => place.current?.querySelector('button')?.focus(), [])
  return (
    <div className="portico-form" ref={place}>
      <p className="portico-hint">
        <bdi>{email}</bdi>
      </p>
      <ProviderButton provider={{ id: providerId, displayName }} type={type} />
      <div className="portico-actions">
        <Button variant="secondary" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}

/** The address in the form; null without a field for one, or if the form refuses it anyway. */
function addressOf(form: HTMLFormElement): string | null {
  const field = form.elements.namedItem('email')
  const value = field instanceof HTMLInputElement ? field.value.trim() : ''
  return value.includes('@') ? value : null
}
