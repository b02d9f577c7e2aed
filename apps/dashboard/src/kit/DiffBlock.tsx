import type { ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import './code.css'
import { CopyButton } from './CopyButton.tsx'
import { diffOf } from './diff.ts'

export interface DiffBlockProps {
  /** The name of what changed. */
  readonly title: string
  readonly before: string
  readonly after: string
}

/** A change of a text, line by line. A sign in front of each line says the same as its colour. */
export function DiffBlock({ title, before, after }: DiffBlockProps): ReactNode {
  const t = useTexts(kitTexts)
  return (
    <div className="code" data-wrapped="" dir="ltr">
      <header>
        <span>{title}</span>
        <CopyButton text={after} what={t.newValue} label={t.copy} />
      </header>
      {/* A scrollable region needs the keyboard (WCAG 2.1.1). */}
      <pre tabIndex={0} role="region" aria-label={t.changeOf(title)}>
        <code>
          {diffOf(before, after).map(({ kind, text }, index) =>
            kind === 'removed' ? (
              <del key={index}>{`- ${text}\n`}</del>
            ) : kind === 'added' ? (
              <ins key={index}>{`+ ${text}\n`}</ins>
            ) : (
              <span key={index}>{`  ${text}\n`}</span>
            ),
          )}
        </code>
      </pre>
    </div>
  )
}
