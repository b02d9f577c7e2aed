'use client'

import type {
  ApiKeyCreateOptions,
  ApiKeyUpdateOptions,
  Team,
  TeamApiKey,
  TeamApiKeyFirstView,
  UserApiKey,
  UserApiKeyFirstView,
} from '@portico/client'
import { useMemo } from 'react'
import type { Action } from '../../hooks/useAction.ts'
import { useChange } from '../../hooks/useChange.ts'
import { useSignedInUser } from '../../hooks/useSignedInUser.ts'
import { useUserRead, type UserRead } from '../../hooks/useUserRead.ts'
import type { Loading } from '../../hooks/loading.ts'

/** The API keys of one owner, and what a page can do with them. */
export interface ApiKeys<Key extends UserApiKey | TeamApiKey> extends Loading {
  /** Valid keys first, then the newest first. Undefined until loaded. */
  readonly keys: readonly Key[] | undefined
  /** Creates a key. */
  readonly create: Action<[options: ApiKeyCreateOptions], never>
  /** Renames a key or changes its expiry. */
  readonly update: Action<[key: Key, options: Omit<ApiKeyUpdateOptions, 'revoked'>], never>
  /** Revokes a key for good. */
  readonly revoke: Action<[key: Key], never>
}

/** What a page does after a change of API keys. */
export interface ApiKeysOptions<NewKey> {
  /** Called with each new key. Show its `value` at once: it cannot be read again. */
  readonly onCreated?: (key: NewKey) => void
  /** Called after a key was changed or revoked. */
  readonly onChanged?: (change: 'updated' | 'revoked') => void
}

/** The API keys of the signed-in user. The project must allow them: `allowUserApiKeys`. */
export function useApiKeys(options: ApiKeysOptions<UserApiKeyFirstView> = {}): ApiKeys<UserApiKey> {
  const requireUser = useSignedInUser()
  const list = useUserRead('apiKeys')
  return useKeysOf(list, (wanted) => requireUser().createApiKey(wanted), options)
}

/** The API keys of a team. The project must allow them, `allowTeamApiKeys`, and the user needs `$manage_api_keys`. */
export function useTeamApiKeys(team: Team, options: ApiKeysOptions<TeamApiKeyFirstView> = {}): ApiKeys<TeamApiKey> {
  const list = useUserRead('teamApiKeys', { teamId: team.id })
  return useKeysOf(list, (wanted) => team.createApiKey(wanted), options)
}

function useKeysOf<Key extends UserApiKey | TeamApiKey, NewKey>(
  { value, failure, reload }: UserRead<Key[]>,
  createKey: (options: ApiKeyCreateOptions) => Promise<NewKey>,
  { onCreated, onChanged }: ApiKeysOptions<NewKey>,
): ApiKeys<Key> {
  const create = useChange(async (wanted: ApiKeyCreateOptions) => {
    const key = await createKey(wanted)
    onCreated?.(key)
  })
  const update = useChange(
    (key: Key, changes: Omit<ApiKeyUpdateOptions, 'revoked'>) => key.update(changes),
    () => onChanged?.('updated'),
  )
  const revoke = useChange(
    (key: Key) => key.revoke(),
    () => onChanged?.('revoked'),
  )
  const keys = useMemo(() => value?.toSorted(byValidity), [value])
  return { keys, failure, reload, create, update, revoke }
}

function byValidity(one: UserApiKey | TeamApiKey, other: UserApiKey | TeamApiKey): number {
  const isOneValid = one.isValid()
  if (isOneValid !== other.isValid()) return isOneValid ? -1 : 1
  return other.createdAt.getTime() - one.createdAt.getTime()
}
