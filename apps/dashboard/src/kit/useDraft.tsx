import { useState, type ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { Button } from './Button.tsx'
import {
  conflictsOf,
  decide,
  isChanged,
  rebase,
  startDraft,
  typeInto,
  valuesOf,
  type Comparison,
  type Conflict,
  type Draft,
} from '@portico/ui/form/draft'
import { fill } from '@portico/ui/language/fill'
import { Note } from './States.tsx'
import { useUnsaved } from './unsaved.ts'

export interface DraftForm<Values extends object> {
  readonly values: Values
  /** Only the typed values: the body of the update. */
  readonly changes: Partial<Values>
  readonly isChanged: boolean
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void
  /** Call it after a save. It discards the typed values. */
  readonly reset: () => void
  readonly conflicts: readonly Conflict<Values>[]
  readonly decide: (conflict: Conflict<Values>, choice: 'mine' | 'stored') => void
}

/**
 * The values of a form whose record another owner may change at the same time. Fields that are not edited follow `latest`; of
 * edited ones, `conflicts` lists those to decide.
 */
export function useDraft<Values extends object>(latest: Values, isSame?: Comparison): DraftForm<Values> {
  const [{ draft, seen }, setState] = useState(() => ({ draft: startDraft(latest), seen: latest }))
  if (seen !== latest) setState({ draft: rebase(draft, latest, isSame), seen: latest })
  const changed = isChanged(draft)
  useUnsaved(changed)
  const change = (next: (draft: Draft<Values>, seen: Values) => Draft<Values>): void =>
    setState((before) => ({ ...before, draft: next(before.draft, before.seen) }))
  return {
    values: valuesOf(draft),
    changes: draft.typed,
    isChanged: changed,
    set: (name, value) => change((before) => typeInto(before, name, value)),
    // After a save, the latest values are the stored ones, not those of the render in which the save began.
    reset: () => change((_before, newest) => startDraft(newest)),
    conflicts: conflictsOf(draft, latest, isSame),
    decide: (conflict, choice) => change((before) => decide(before, conflict, choice)),
  }
}

export interface ConflictNoticeProps<Values extends object> {
  readonly form: DraftForm<Values>
  /** The visible names of the fields. */
  readonly labels: Readonly<Record<keyof Values & string, string>>
  /** The owner who made the change, if known. */
  readonly person?: { readonly name: string; readonly isYou: boolean } | undefined
}

/** Names person, field and value of each conflict: "Use their change", "Keep mine". */
export function ConflictNotice<Values extends object>({
  form,
  labels,
  person,
}: ConflictNoticeProps<Values>): ReactNode {
  const t = useTexts(kitTexts)
  return form.conflicts.map((conflict) => (
    <div key={conflict.name} role="alert">
      <Note
        tone="warn"
        actions={
          <>
            <Button size="small" onClick={() => form.decide(conflict, 'stored')}>
              {person?.isYou ? t.useThatChange : t.useTheirChange}
            </Button>
            <Button size="small" onClick={() => form.decide(conflict, 'mine')}>
              {t.keepMine}
            </Button>
          </>
        }
      >
        {fill(person?.isYou ? t.ownConflict : t.conflict, {
          person: <bdi>{person?.name ?? t.someoneElse}</bdi>,
          field: <b>{labels[conflict.name]}</b>,
          value: (
            <b>
              “<bdi>{describe(conflict.stored)}</bdi>”
            </b>
          ),
        })}
      </Note>
    </div>
  ))
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
