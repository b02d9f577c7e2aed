import { Fragment, type ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import './code.css'
import { CopyButton } from './CopyButton.tsx'

export interface CodeBlockProps {
  /** File name or "Terminal". */
  readonly title: string
  readonly code: string
  /** Values of the project in the code, which carry the accent. */
  readonly values?: readonly string[]
  /** Breaks long lines instead of scrolling: for keys. */
  readonly isWrapped?: boolean
}

/** Code to copy. Comments recede, the values of the project stand out. */
export function CodeBlock({ title, code, values = [], isWrapped = false }: CodeBlockProps): ReactNode {
  return (
    <CodeFrame title={title} label={title} copied={{ text: code, what: title }} isWrapped={isWrapped}>
      {markUp(code, values)}
    </CodeFrame>
  )
}

/** The frame of code, with its title and a button that copies. */
export function CodeFrame({
  title,
  label,
  copied,
  isWrapped,
  children,
}: {
  readonly title: string
  /** What is shown, for screen readers. */
  readonly label: string
  readonly copied: { readonly text: string; readonly what: string }
  readonly isWrapped: boolean
  readonly children: ReactNode
}): ReactNode {
  const { copy } = useTexts(kitTexts)
  return (
    <div className="code" data-wrapped={isWrapped || undefined} dir="ltr">
      <header>
        <span>{title}</span>
        <CopyButton {...copied} label={copy} />
      </header>
      {/* A scrollable region needs the keyboard (WCAG 2.1.1). */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{children}</code>
      </pre>
    </div>
  )
}

type Piece = readonly [kind: 'text' | 'value' | 'comment', text: string]

function markUp(code: string, values: readonly string[]): ReactNode {
  return piecesOf(code, values).map(([kind, text], index) =>
    kind === 'value' ? (
      <em key={index}>{text}</em>
    ) : kind === 'comment' ? (
      <i key={index}>{text}</i>
    ) : (
      <Fragment key={index}>{text}</Fragment>
    ),
  )
}

/** Splits code into comment lines, values of the project and the rest. */
function piecesOf(code: string, values: readonly string[]): Piece[] {
  const known = values.filter((value) => value !== '').map((value) => value.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const comment = String.raw`^[ \t]*(?:#|\/\/)[^\n]*$`
  const pattern = new RegExp(known.length > 0 ? `(${comment})|(${known.join('|')})` : `(${comment})`, 'gm')
  const pieces: Piece[] = []
  let end = 0
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) pieces.push(['text', code.slice(end, match.index)])
    pieces.push([match[1] === undefined ? 'value' : 'comment', match[0]])
    end = match.index + match[0].length
  }
  if (end < code.length) pieces.push(['text', code.slice(end)])
  return pieces
}
