'use client'

import type { KnownError } from '@portico/client'
import { useEffect, useState } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { refusalOf, useAction, type Action } from '../hooks/useAction.ts'
import { useSignIn, type SignInAction } from './useSignIn.ts'

/** The usual delivery time of a mail, in seconds. Another mail can be requested after it. */
const RESEND_PAUSE_SECONDS = 30

/** The sign-in with a mailed code: the request for the mail, then the code. */
export interface MagicLink {
  /** Mails a code and a link to this address. Resolves to the expected error, or null. */
  readonly send: Action<[email: string], KnownError>
  /** The address that the latest mail was sent to, or null before the first one. */
  readonly sentTo: string | null
  /** Whether the latest mail was not the first. */
  readonly isResent: boolean
  /** Signs in with the six-character code from the mail. Resolves to the expected error, or null. */
  readonly signIn: SignInAction<[code: string]>
  /** Seconds until another mail can be requested. */
  readonly pauseSeconds: number
  /** Returns to the address step. */
  readonly cancel: () => void
}

interface Sent {
  readonly email: string
  readonly nonce: string
  readonly isAgain: boolean
  readonly at: number
}

/**
 * Signs in by mail: `send` to an address, then `signIn` with the six-character code, unless the user opens the link.
 *
 * @param prepare runs in parallel with the mail, for example to load the code of the next step
 */
export function useMagicLink(prepare: () => Promise<void> = async () => {}): MagicLink {
  const app = usePorticoApp()
  const [sent, setSent] = useState<Sent | null>(null)
  const signIn = useSignIn((code: string) => app.signInWithMagicLink(code + (sent?.nonce ?? ''), { noRedirect: true }))
  const send = useAction(async (email: string) => {
    const [result] = await Promise.all([refusalOf(() => app.sendMagicLinkEmail(email.trim())), prepare()])
    if (result.status === 'ok') {
      // Errors of an earlier code do not concern the new one.
      signIn.reset()
      setSent({ email: email.trim(), nonce: result.data.nonce, isAgain: sent !== null, at: Date.now() })
    }
    return result
  }, 'ready')
  return {
    send,
    sentTo: sent?.email ?? null,
    isResent: sent?.isAgain ?? false,
    signIn,
    pauseSeconds: usePause(sent?.at ?? null),
    cancel: () => {
      setSent(null)
      signIn.reset()
      send.reset()
    },
  }
}

/** Returns the remaining seconds of the pause. */
function usePause(since: number | null): number {
  const [now, setNow] = useState(0)
  const secondsLeft = since === null ? 0 : RESEND_PAUSE_SECONDS - Math.floor((Math.max(now, since) - since) / 1000)
  const isOver = secondsLeft <= 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.max(0, secondsLeft)
}
