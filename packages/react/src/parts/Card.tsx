'use client'

import { useContext, useEffect, useId, useRef, type ReactNode } from 'react'
import { ActionFailureNotice } from './ActionFailure.tsx'
import { FullPageContext, UnderTitleContext } from './full-page.ts'

export interface CardProps {
  readonly title: string
  /** The name or the logo of the project, above the title. */
  readonly project?: ReactNode
  /** One muted line under the title. */
  readonly lead?: ReactNode
  /** One muted line under the content. */
  readonly footer?: ReactNode
  /** One muted line below the card. */
  readonly below?: ReactNode
  /** Moves the focus to the title. For a card that replaces the control the user was using. */
  readonly takesFocus?: boolean | undefined
  readonly children?: ReactNode
}

/** The surface of every page: title, subtitle and content. */
export function Card({ title, project, lead, footer, below, takesFocus = false, children }: CardProps): ReactNode {
  const fullPage = useContext(FullPageContext)
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // Otherwise the focus returns to the start of the page, and a screen reader does not announce the change.
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const Title = fullPage ? 'h1' : 'h2'
  return (
    <>
      <section className="portico-card" aria-labelledby={id}>
        <header className="portico-card-head">
          {project !== undefined && <p className="portico-project">{project}</p>}
          <Title ref={heading} className="portico-title" id={id} tabIndex={takesFocus ? -1 : undefined}>
            {title}
          </Title>
          {lead !== undefined && <p className="portico-lead">{lead}</p>}
        </header>
        <ActionFailureNotice />
        <UnderTitleContext.Provider value>{children}</UnderTitleContext.Provider>
        {footer !== undefined && <p className="portico-foot">{footer}</p>}
      </section>
      {below !== undefined && <p className="portico-foot">{below}</p>}
    </>
  )
}
