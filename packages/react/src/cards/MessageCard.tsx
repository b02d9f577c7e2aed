'use client'

import type { ReactNode } from 'react'
import { CardRoot } from './CardRoot.tsx'
import { Message, type MessageProps } from './Message.tsx'

/** The props of `MessageCard`. */
export interface MessageCardProps extends MessageProps {
  /** Fills the rest of the window and centres the card. */
  readonly fullPage?: boolean | undefined
}

/** A card with a title, content and up to two buttons. */
export function MessageCard({ fullPage, ...message }: MessageCardProps): ReactNode {
  return (
    <CardRoot fullPage={fullPage}>
      <Message {...message} />
    </CardRoot>
  )
}
