'use client'

import type { CliLoginRequest, StatusError } from '@portico/client'
import { useEffect, useState } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useAction, type ActionPhase } from '../hooks/useAction.ts'

/** The request of a program at a terminal, and the answers of the user. */
export interface CliConfirmation {
  /** `over`: unknown, already answered or expired. The service does not distinguish these. */
  readonly state: 'checking' | 'asking' | 'allowed' | 'refused' | 'over' | 'unreachable'
  /** The program that requests the sign-in, as far as the service knows it. */
  readonly request: CliLoginRequest | null
  /** `pending` while the answer "allow" is being sent. */
  readonly allowing: ActionPhase
  /** `pending` while the answer "refuse" is being sent. */
  readonly refusing: ActionPhase
  /** Why the answer could not be sent; null without a failure. */
  readonly failure: unknown
  /** Signs the program in as the user. */
  readonly allow: () => Promise<void>
  /** Ends the login of the program. */
  readonly refuse: () => Promise<void>
  /** Loads the request again after a failure. */
  readonly checkAgain: () => void
}

type Check = { readonly request: CliLoginRequest | null } | { readonly failure: unknown }

/** Lets a signed-in user allow or refuse a CLI login, identified by the code in its link. */
export function useCliConfirmation(loginCode: string | null | undefined): CliConfirmation {
  const app = usePorticoApp()
  const [check, setCheck] = useState<Check | null>(null)
  const [answer, setAnswer] = useState<'allowed' | 'refused' | null>(null)

  const [round, setRound] = useState(1)
  useEffect(() => {
    let current = true
    const settle = (outcome: Check): void => {
      if (current) setCheck(outcome)
    }
    // A truncated link has no code, so there is no request to load.
    const loading = loginCode ? app.checkCliLogin(loginCode) : Promise.resolve(null)
    loading.then(
      (result) => settle({ request: result?.status === 'ok' ? result.data : null }),
      (failure: unknown) => settle({ failure }),
    )
    return () => {
      current = false
    }
  }, [app, loginCode, round])

  const isOver = (): void => setCheck({ request: null })
  const allow = useAction<[], StatusError>(async () => {
    const result = await app.confirmCliLogin(loginCode ?? '')
    if (result.status === 'ok') setAnswer('allowed')
    else isOver()
    return result
  })
  const refuse = useAction<[], StatusError>(async () => {
    const result = await app.refuseCliLogin(loginCode ?? '')
    if (result.status === 'ok') setAnswer('refused')
    else isOver()
    return result
  })

  const request = check && 'request' in check ? check.request : null
  return {
    state: answer ?? (!check ? 'checking' : 'failure' in check ? 'unreachable' : request ? 'asking' : 'over'),
    request,
    allowing: allow.phase,
    refusing: refuse.phase,
    failure: check && 'failure' in check ? check.failure : (allow.failure ?? refuse.failure),
    allow: async () => void (await allow.submit()),
    refuse: async () => void (await refuse.submit()),
    checkAgain: () => {
      setCheck(null)
      setRound(round + 1)
    },
  }
}
