'use client'

import { KnownErrors, type KnownError, type RecoveryCodes } from '@portico/client'
import { useState } from 'react'
import { useAction, type Action } from '../../hooks/useAction.ts'
import { useSignedInUser } from '../../hooks/useSignedInUser.ts'
import { useUserList } from '../../hooks/useUserList.ts'
import type { Loading } from '../../hooks/loading.ts'

/** The recovery codes of the signed-in user. */
export interface RecoveryCodesOfUser extends Loading {
  /** Undefined until loaded. */
  readonly present: RecoveryCodes | undefined
  /** The codes that were just created, which cannot be read again; null after `forget`. */
  readonly created: readonly string[] | null
  /** Replaces the codes. A wrong code is the expected error. */
  readonly create: Action<[code?: string], KnownError>
  readonly forget: () => void
}

export function useRecoveryCodes(onCreated: () => void): RecoveryCodesOfUser {
  const requireUser = useSignedInUser()
  // A list with one record.
  const { items, refresh, ...loading } = useUserList(async (user) => [await user.getRecoveryCodes()])
  const [created, setCreated] = useState<readonly string[] | null>(null)
  const create = useAction<[string?], KnownError>(async (totpCode) => {
    try {
      setCreated(await requireUser().createRecoveryCodes(totpCode === undefined ? {} : { totpCode }))
    } catch (error) {
      if (KnownErrors.InvalidTotpCode.isInstance(error)) return { status: 'error', error }
      throw error
    }
    refresh()
    onCreated()
    return { status: 'ok' }
  }, 'ready')
  return { ...loading, present: items?.[0], created, create, forget: () => setCreated(null) }
}
