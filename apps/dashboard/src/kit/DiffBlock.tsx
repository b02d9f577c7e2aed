import type { ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { CodeFrame } from './CodeBlock.tsx'
import { diffOf } from './diff.ts'

export interface DiffBlockProps {
  /** The name of what changed. */
  readonly title: string
  readonly before: string
  readonly after: string
}

/** A change of a text, line by line. A sign before each line repeats the meaning of its colour. */
export function DiffBlock({ title, before, after }: DiffBlockProps): ReactNode {
  const t = useTexts(kitTexts)
  return (
    <CodeFrame title={title} label={t.changeOf(title)} copied={{ text: after, what: t.newValue }} isWrapped>
      {diffOf(before, after).map(({ kind, text }, index) =>
        kind === 'removed' ? (
          <del key={index}>{`- ${text}\n`}</del>
        ) : kind === 'added' ? (
          <ins key={index}>{`+ ${text}\n`}</ins>
        ) : (
          <span key={index}>{`  ${text}\n`}</span>
        ),
      )}
    </CodeFrame>
  )
}
