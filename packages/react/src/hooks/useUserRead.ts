'use client'

import {
  porticoAppInternalsSymbol,
  type ReadOptions,
  type Resource,
  type Snapshot,
  type UserReads,
} from '@portico/client'
import { useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { KeptUserContext, useLatestUser } from '../app/useUser.ts'
import type { Loading } from './loading.ts'
import { StaleReadsContext } from './stale-reads.ts'

/** Something that the signed-in user reads, such as their teams. */
export interface UserRead<Value> extends Loading {
  /** Undefined until loaded. The previous value stays while a newer one loads. */
  readonly value: Value | undefined
}

/**
 * Loads what the signed-in user reads, and follows the changes that this page makes. Never suspends.
 *
 * @param isWanted loads nothing if false
 */
export function useUserRead<Name extends keyof UserReads>(
  name: Name,
  options: ReadOptions = {},
  isWanted = true,
): UserRead<UserReads[Name]> {
  const app = usePorticoApp()
  const isSignedIn = Boolean(useLatestUser())
  const resource = app[porticoAppInternalsSymbol].userReadResource(undefined, name, options)
  const hasEnded = useContext(KeptUserContext) !== null
  return useRead<UserReads[Name]>(isSignedIn && isWanted ? resource : null, hasEnded)
}

/** @param isHeld keeps the latest value and loads nothing, while there is no session */
function useRead<Value>(resource: Resource<Value> | null, isHeld: boolean): UserRead<Value> {
  const snapshot = useSyncExternalStore<Snapshot<Value>>(
    resource?.subscribe ?? subscribeToNothing,
    resource?.getSnapshot ?? readNothing,
    resource?.getServerSnapshot ?? readNothing,
  )
  const [latest, setLatest] = useState({ resource, snapshot })
  const isCurrent = snapshot.status !== 'pending' && !isHeld
  if (latest.resource !== resource || (isCurrent && snapshot !== latest.snapshot)) setLatest({ resource, snapshot })
  useEffect(() => {
    // The snapshot delivers the outcome.
    if (snapshot.status === 'pending' && !isHeld) resource?.load().catch(() => {})
  }, [resource, snapshot, isHeld])
  const shown = isCurrent || latest.resource !== resource ? snapshot : latest.snapshot
  const isStale = shown !== snapshot && !isHeld
  const stale = useContext(StaleReadsContext)
  useEffect(() => (isStale ? stale?.begin() : undefined), [isStale, stale])
  return {
    value: shown.status === 'ok' ? shown.data : undefined,
    failure: snapshot.status === 'error' && !isHeld ? snapshot.error : null,
    reload: () => resource?.invalidate(),
  }
}

const pending = { status: 'pending' } as const

function readNothing(): typeof pending {
  return pending
}

function subscribeToNothing(): () => void {
  return () => {}
}
