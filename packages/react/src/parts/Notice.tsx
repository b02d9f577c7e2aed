'use client'

import { useEffect, useRef, type ReactNode } from 'react'
import { describeFailure } from '../form/describe-error.ts'
import { useTranslate } from '../i18n/language.ts'
import { Icon } from './Icon.tsx'

/** A failure that belongs to no field, shown where it occurred. */
export function Notice({ title, text }: { readonly title: string; readonly text?: string | undefined }): ReactNode {
  const notice = useRef<HTMLElement>(null)
  useEffect(() => {
    // Scroll to the notice: on a card that is longer than the window it may be out of view. Wait for the next frame,
    // when the rest of the card is rendered.
    const frame = requestAnimationFrame(() => notice.current?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <span className="portico-notice" role="alert" ref={notice}>
      <Icon name="alert" />
      <span>
        <span className="portico-notice-title">{title}</span>
        {text !== undefined && <span className="portico-notice-detail">{text}</span>}
      </span>
    </span>
  )
}

/** Shows an unexpected failure; empty without one. */
export function FailureNotice({ failure }: { readonly failure: unknown }): ReactNode {
  const t = useTranslate()
  return failure === null ? null : <Notice {...describeFailure(t, failure)} />
}
