'use client'

import { useState } from 'react'

import {
  accept,
  areEqual,
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
} from './draft.ts'
import { useFormOf, type FieldErrors, type Form, type FormRules } from './useForm.ts'

export interface DraftFormOptions<Values extends object> extends Omit<FormRules<Values>, 'submit'> {
  /** The stored values, in the order of the fields on the screen. Fields that are not edited follow them. */
  readonly stored: Values
  /** Whether two values mean the same, such as two texts of the same JSON. */
  readonly isSame?: Comparison
  /**
   * Called with valid values. Resolves to whether they are stored, or to the errors that the service returned. What was
   * typed since the values were sent is still a change.
   */
  readonly submit: (values: Values, changes: Partial<Values>) => Promise<FieldErrors<Values> | boolean>
}

export interface DraftForm<Values extends object> extends Form<Values> {
  readonly isChanged: boolean
  /** Discards what was typed. */
  readonly reset: () => void
  /** Fields that another person has changed while they were edited here. */
  readonly conflicts: readonly Conflict<Values>[]
  readonly decide: (conflict: Conflict<Values>, choice: 'mine' | 'stored') => void
}

/**
 * A form on top of stored values. What was typed stays until it is submitted or discarded, also if the stored values
 * change meanwhile.
 */
export function useDraftForm<Values extends object>(options: DraftFormOptions<Values>): DraftForm<Values> {
  const { stored, isSame, linked, validate } = options
  const [{ draft, seen }, setState] = useState(() => ({ draft: startDraft(stored), seen: stored }))
  if (!areEqual(seen, stored)) setState({ draft: rebase(draft, stored, isSame), seen: stored })

  function edit(next: (draft: Draft<Values>, seen: Values) => Draft<Values>): void {
    setState((before) => ({ ...before, draft: next(before.draft, before.seen) }))
  }
  const form = useFormOf<Values>({
    values: valuesOf(draft),
    store: (typed) => edit((before) => typeAll(before, typed)),
    linked,
    validate,
    submit: async (values) => {
      const outcome = await options.submit(values, typeAll(draft, values).typed)
      if (typeof outcome !== 'boolean') return outcome
      if (outcome) edit((before, newest) => accept(before, values, newest))
      return undefined
    },
  })
  return {
    ...form,
    isChanged: isChanged(draft),
    reset: () => {
      form.refuse({})
      edit((_, newest) => startDraft(newest))
    },
    conflicts: conflictsOf(draft, stored, isSame),
    decide: (conflict, choice) => edit((before) => decide(before, conflict, choice)),
  }
}

function typeAll<Values extends object>(draft: Draft<Values>, typed: Partial<Values>): Draft<Values> {
  // Unchecked casts: the names are those of fields, each with its own value.
  return (Object.keys(typed) as (keyof Values)[]).reduce(
    (next, name) => typeInto(next, name, typed[name] as Values[keyof Values]),
    draft,
  )
}
