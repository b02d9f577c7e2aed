'use client'

import type { CurrentUser, KnownError, Passkey } from '@portico/client'
import { useLatestProject } from '../../app/useProject.ts'
import { useLatestUser } from '../../app/useUser.ts'
import { isOnlySignInMethod } from './sign-in-methods.ts'
import type { Action } from '../../hooks/useAction.ts'
import { useChange } from '../../hooks/useChange.ts'
import { usePasskeyRegistration } from './usePasskeyRegistration.ts'
import { useUserList } from '../../hooks/useUserList.ts'
import type { Loading } from '../../hooks/loading.ts'

/** The passkeys of the user, and what a page can do with them. */
export interface Passkeys extends Loading {
  /** Oldest first. Undefined until loaded. */
  readonly passkeys: readonly Passkey[] | undefined
  /** Whether the last passkey is the user's only sign-in method. The service then refuses to remove it. */
  readonly isOnlyMethod: boolean
  /** Creates a passkey on this device. */
  readonly add: Action<[totpCode?: string], KnownError>
  /** Changes the name of a passkey. */
  readonly rename: Action<[passkey: Passkey, name: string], never>
  /** Removes a passkey. */
  readonly remove: Action<[passkey: Passkey], never>
}

/**
 * Returns the passkeys of the signed-in user, loaded on mount and after each registration.
 *
 * @param onChanged called after a passkey was added, renamed or removed
 */
export function usePasskeys(onChanged?: (change: 'added' | 'renamed' | 'removed') => void): Passkeys {
  const user = useLatestUser()
  const project = useLatestProject()
  const { items: passkeys, failure, reload, refresh, change } = useUserList(loadPasskeys)
  const add = usePasskeyRegistration(() => {
    refresh()
    onChanged?.('added')
  })
  const rename = useChange(
    async (passkey: Passkey, name: string) => {
      await passkey.update({ name })
      change((all) => all.map((each) => (each.id === passkey.id ? { ...each, name } : each)))
    },
    () => onChanged?.('renamed'),
  )
  const remove = useChange(
    async (passkey: Passkey) => {
      await passkey.delete()
      change((all) => all.filter(({ id }) => id !== passkey.id))
    },
    () => onChanged?.('removed'),
  )
  return {
    passkeys,
    failure,
    reload,
    isOnlyMethod: isOnlySignInMethod(user, project, { passkeys: (passkeys?.length ?? 1) - 1 }),
    add,
    rename,
    remove,
  }
}

function loadPasskeys(user: CurrentUser): Promise<readonly Passkey[]> {
  return user.listPasskeys()
}
