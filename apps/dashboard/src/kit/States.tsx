import { fill } from '@portico/ui/language/fill'
import { useIsLate } from '@portico/ui/parts/useIsLate'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import type { Tone } from './Badge.tsx'
import { Button } from './Button.tsx'
import { requestIdOf, useFailureText } from './failure.ts'
import './rows.css'

export interface EmptyProps {
  readonly icon: ReactNode
  readonly title: string
  /** What will appear here. */
  readonly text: ReactNode
  /** The one next step. A plain button if the page has the same one as its primary button. */
  readonly action?: ReactNode
  /** Whether it is the whole page: its title is the heading of the page. */
  readonly isPage?: boolean
  /** A snippet with the values of the project. */
  readonly children?: ReactNode
}

/** A list without records: what will appear, and the next step. */
export function Empty({ icon, title, text, action, isPage = false, children }: EmptyProps): ReactNode {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className="empty">
      {icon}
      <Heading>{title}</Heading>
      <p>{text}</p>
      {action}
      {children}
    </div>
  )
}

export interface NoMatchProps {
  readonly query: string
  /** The filters in words: "Status: Suspended". */
  readonly filters: readonly string[]
  readonly onClear: () => void
}

/** No record fits the search and the filters. The toolbar stays above. */
export function NoMatch({ query, filters, onClear }: NoMatchProps): ReactNode {
  const t = useTexts(kitTexts)
  const parts = {
    query: <bdi>“{query}”</bdi>,
    filters: <bdi>{filters.join(', ')}</bdi>,
  }
  const [sentence, clear] =
    query === ''
      ? [t.noMatchFilters, t.clearFilters]
      : filters.length === 0
        ? [t.noMatchFor, t.clearSearch]
        : [t.noMatchForFilters, t.clearSearchAndFilters]
  return (
    <div className="empty" role="status">
      <h2>{fill(sentence, parts)}</h2>
      <Button onClick={onClear}>{clear}</Button>
    </div>
  )
}

export interface FailedProps {
  /** What failed; default: the list. */
  readonly title?: string
  readonly error: unknown
  readonly onRetry: () => void
  readonly isRetrying?: boolean
}

/** What could not be loaded, in its place. */
export function Failed({ title, error, onRetry, isRetrying = false }: FailedProps): ReactNode {
  const t = useTexts(kitTexts)
  const failureText = useFailureText()
  const requestId = requestIdOf(error)
  return (
    <div className="failed" role="alert">
      <CircleAlert />
      <div>
        <p className="failed-title">{title ?? t.loadFailed}</p>
        <p>{failureText(error)}</p>
        {requestId !== null && (
          <p className="small">{fill(t.requestId, { id: <code className="failed-id">{requestId}</code> })}</p>
        )}
      </div>
      <Button onClick={onRetry} phase={isRetrying ? 'pending' : 'idle'} pendingLabel={t.loading}>
        {t.tryAgain}
      </Button>
    </div>
  )
}

export interface NoteProps {
  readonly tone?: Tone
  readonly actions?: ReactNode
  readonly children: ReactNode
}

const noteIcons: Readonly<Record<Tone, ReactNode>> = {
  neutral: <Info />,
  ok: <CircleCheck />,
  warn: <TriangleAlert />,
  danger: <CircleAlert />,
}

/** A notice in the flow of a page. */
export function Note({ tone = 'neutral', actions, children }: NoteProps): ReactNode {
  return (
    <div className="note" data-tone={tone}>
      {noteIcons[tone]}
      <div className="note-text">{children}</div>
      {actions !== undefined && <div className="row">{actions}</div>}
    </div>
  )
}

/** A short wait shows no skeleton. */
const SKELETON_DELAY_MILLIS = 150

/** A grey line for a text that loads. It takes the space of one line at once, and appears a moment later. */
export function Bone({ width, isRound = false }: { readonly width?: string; readonly isRound?: boolean }): ReactNode {
  const isLate = useIsLate(SKELETON_DELAY_MILLIS)
  return (
    <span
      className="bone"
      data-drawn={isLate || undefined}
      data-round={isRound || undefined}
      style={width === undefined ? undefined : { inlineSize: width }}
    />
  )
}

/** A part of a page with its heading. */
export function Section({
  anchor,
  title,
  note,
  action,
  children,
}: {
  /** The id of the section, by which an address with a hash leads to it. */
  readonly anchor?: string
  readonly title: string
  readonly note?: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
}): ReactNode {
  return (
    <section className="section" id={anchor}>
      <header>
        <h2>{title}</h2>
        {note !== undefined && <div className="section-note">{note}</div>}
        {action !== undefined && <div className="section-action">{action}</div>}
      </header>
      {children}
    </section>
  )
}

export interface FigureProps {
  readonly label: string
  readonly value: ReactNode
  readonly note?: ReactNode
}

/** Large numbers without boxes. */
export function Figures({ figures }: { readonly figures: readonly FigureProps[] }): ReactNode {
  return (
    <dl className="figures">
      {figures.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note !== undefined && <dd>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
