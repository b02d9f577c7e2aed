import type { KnownError } from '@portico/client'
import { useEffect, useState } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { refusalOf } from './refusal.ts'
import { useAction, type Action } from './useAction.ts'
import { useSignIn, type SignInAction } from './useSignIn.ts'

/** Before somebody asks for another mail, the first one gets the time it usually takes. */
const RESEND_PAUSE_SECONDS = 30

export interface MagicLink {
  /** Mails a code and a link to this address. Gives the refusal, or null. */
  readonly send: Action<[email: string], KnownError>
  /** The address the latest mail went to, or null while there is none. */
  readonly sentTo: string | null
  /** Whether that was not the first one. */
  readonly isResent: boolean
  /** Signs in with the six signs of the mail. Gives the refusal, or null. */
  readonly signIn: SignInAction<[code: string]>
  /** Seconds until another mail may be asked for. */
  readonly pauseSeconds: number
  /** Back to the address. */
  readonly cancel: () => void
}

interface Sent {
  readonly email: string
  readonly nonce: string
  readonly isAgain: boolean
  readonly at: number
}

/**
 * Signing in by a mail: `send` to an address, then `signIn` with the six signs of the mail, unless the person opens its
 * link.
 *
 * @param prepare loaded together with the mail, such as the code of the next step
 */
export function useMagicLink(prepare: () => Promise<void> = async () => {}): MagicLink {
  const app = usePorticoApp()
  const [sent, setSent] = useState<Sent | null>(null)
  const signIn = useSignIn((code: string) => app.signInWithMagicLink(code + (sent?.nonce ?? ''), { noRedirect: true }))
  const send = useAction(async (email: string) => {
    const [result] = await Promise.all([refusalOf(() => app.sendMagicLinkEmail(email.trim())), prepare()])
    if (result.status === 'ok') {
      // What became of an earlier code says nothing about this one.
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

/** Counts the seconds down that are left of the pause. */
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
