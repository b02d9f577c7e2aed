'use client'

import { useState, type ReactNode } from 'react'
import { useFormat } from '../../i18n/useFormat.ts'

interface AgeProps {
  readonly at: Date
  /** The age is the whole text of its place: "Yesterday". */
  readonly isSentence?: boolean
}

/** How long ago something happened, with the exact time as its title. Ages refer to the time they were shown first. */
export function Age({ at, isSentence = false }: AgeProps): ReactNode {
  const format = useFormat()
  const [nowMillis] = useState(() => Date.now())
  const age = format.age(at, nowMillis)
  return <Moment at={at}>{isSentence ? age.charAt(0).toLocaleUpperCase(format.locale) + age.slice(1) : age}</Moment>
}

/** A time in words of its own, with the exact time as its title. */
export function Moment({ at, children }: { readonly at: Date; readonly children: ReactNode }): ReactNode {
  return (
    <time dateTime={at.toISOString()} title={useFormat().dateTime(at)}>
      {children}
    </time>
  )
}
