'use client'

import { porticoAppInternalsSymbol, type KnownError } from '@portico/client'
import { useEffect, useState } from 'react'
import { usePorticoApp } from '../../app/usePorticoApp.ts'
import { readyAfter } from '../../hooks/ready-after.ts'
import { useAction, type Action } from '../../hooks/useAction.ts'
import { useChange } from '../../hooks/useChange.ts'
import { useSignedInUser } from '../../hooks/useSignedInUser.ts'
import { errorIfExpected, replacePrimaryAddress } from '../emails/useContactChannels.ts'

export interface AddressToVerify {
  /** What the latest action has shown; null before the first one. */
  readonly result: 'mailed' | 'unverified' | null
  /** Mails the link that verifies the primary address. */
  readonly send: Action<[], never>
  /** Reads the user again. Nothing else is left to do if the address was verified on another page or device. */
  readonly check: Action<[], never>
  /** Replaces the primary address, and mails the link that verifies the new one. */
  readonly replace: Action<[email: string, totpCode?: string], KnownError>
}

/**
 * The actions of a user whose primary address must be verified first.
 *
 * @param onReplaced called after the address was replaced and the mail was sent
 */
export function useAddressToVerify(onReplaced: () => void): AddressToVerify {
  const app = usePorticoApp()
  const requireUser = useSignedInUser()
  const [result, setResult] = useState<AddressToVerify['result']>(null)
  const resource = app[porticoAppInternalsSymbol].userResource()
  useEffect(() => {
    // The link opens in another tab, and the user returns to this one.
    const refreshIfVisible = (): void => {
      if (document.visibilityState === 'visible') resource.refresh().catch(() => {})
    }
    document.addEventListener('visibilitychange', refreshIfVisible)
    return () => document.removeEventListener('visibilitychange', refreshIfVisible)
  }, [resource])
  return {
    result,
    send: useChange(async () => {
      // The address was verified meanwhile.
      if (await requireUser().sendVerificationEmail()) await resource.refresh()
      else setResult('mailed')
    }),
    check: useChange(async () => {
      const user = await resource.refresh()
      setResult(user?.isRestricted ? 'unverified' : null)
    }),
    replace: useAction<[string, string?], KnownError>(async (email, totpCode) => {
      const replaced = await replacePrimaryAddress(requireUser(), email, totpCode).catch(errorIfExpected)
      if (replaced instanceof Error) return { status: 'error', error: replaced }
      await replaced.sendVerificationEmail()
      setResult('mailed')
      return { status: 'ok' }
    }, readyAfter(onReplaced)),
  }
}
