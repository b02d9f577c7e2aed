'use client'

import type { ReactNode } from 'react'
import { usePorticoApp } from '../app/usePorticoApp.ts'
import { useAction, type Action } from '../hooks/useAction.ts'
import { useTranslate } from '../i18n/language.ts'
import { describeFailure } from '../form/describe-error.ts'
import { Button } from '../parts/Button.tsx'
import { Card } from '../parts/Card.tsx'
import { Notice } from '../parts/Notice.tsx'

export interface MessageProps {
  /** The heading of the card. */
  readonly title: string
  /** The text of the card. */
  readonly children?: ReactNode
  /** The label of the primary button. Without it, the card has none. */
  readonly primaryButtonText?: string | undefined
  /** While a returned promise is pending, the button shows progress. */
  readonly primaryAction?: (() => void | Promise<void>) | undefined
  /** The label of the secondary button. Without it, the card has none. */
  readonly secondaryButtonText?: string | undefined
  /** Like `primaryAction`. */
  readonly secondaryAction?: (() => void | Promise<void>) | undefined
  /** A link below the card, for a card without buttons. */
  readonly below?: ReactNode
  /** The label of the primary button while its action is pending. */
  readonly pendingText?: string | undefined
  /** Moves the focus to the title, for a card that replaces the focused content. */
  readonly takesFocus?: boolean | undefined
}

/** A message without the outermost element, for components that already have one. */
export function Message(props: MessageProps): ReactNode {
  const t = useTranslate()
  const primary = useButtonAction(props.primaryAction)
  const secondary = useButtonAction(props.secondaryAction)
  const failure = primary.failure ?? secondary.failure
  return (
    <Card title={props.title} below={props.below} takesFocus={props.takesFocus}>
      {props.children !== undefined && <div className="portico-message">{props.children}</div>}
      {failure !== null && <Notice {...describeFailure(t, failure)} />}
      {(props.primaryButtonText ?? props.secondaryButtonText) !== undefined && (
        <div className="portico-actions">
          {props.secondaryButtonText !== undefined && (
            <Button variant="secondary" phase={secondary.phase} onClick={() => void secondary.submit()}>
              {props.secondaryButtonText}
            </Button>
          )}
          {props.primaryButtonText !== undefined && (
            <Button phase={primary.phase} pendingText={props.pendingText} onClick={() => void primary.submit()}>
              {props.primaryButtonText}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

function useButtonAction(act: (() => void | Promise<void>) | undefined): Action<[], never> {
  return useAction(async () => {
    await act?.()
    return { status: 'ok' }
  }, 'ready')
}

interface SignedInMessageProps extends Pick<MessageProps, 'takesFocus'> {
  /** Default: goes to the page that signs out. */
  readonly signOut?: () => Promise<void>
}

/** The predefined message that the sign-in page needs. The sign-in page does not load the others. */
export function SignedInMessage({ takesFocus, signOut }: SignedInMessageProps): ReactNode {
  const t = useTranslate()
  const app = usePorticoApp()
  return (
    <Message
      title={t('You are already signed in')}
      primaryButtonText={t('Go home')}
      primaryAction={() => app.redirectToHome()}
      secondaryButtonText={t('Sign out')}
      secondaryAction={signOut ?? (() => app.redirectToSignOut())}
      takesFocus={takesFocus}
    />
  )
}
