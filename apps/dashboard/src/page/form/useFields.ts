import { useAction, type Action } from '@portico/ui/form/useAction'
import { conflictsOf, type Comparison } from '@portico/ui/form/draft'
import { useDraftForm, type DraftForm } from '@portico/ui/form/useDraftForm'
import type { FieldErrors } from '@portico/ui/form/useForm'
import { useRef } from 'react'

import { useUnsaved } from '../../kit/unsaved.ts'
import { useTexts } from '../../language/useTexts.ts'
import { kitTexts } from '../../texts/en/kit.ts'
import type { FieldsOf } from './fields.tsx'

export interface FieldsOptions<Values extends object, Answer> {
  readonly fields: FieldsOf<Values>
  /** The fields that the typed values make unnecessary. Their values are not checked. */
  readonly isHidden?: ((values: Values) => readonly (keyof Values)[]) | undefined
  /** What is wrong with values that depend on each other, if each is valid alone. */
  readonly problemsBetween?: ((values: Values) => FieldErrors<Values>) | undefined
  /**
   * What the fields begin with, and what another person may change meanwhile. Default: the initial values of the
   * fields.
   */
  readonly stored?: Values | undefined
  readonly isSame?: Comparison | undefined
  /**
   * For records without a version: reads the newest values before they are overwritten, so that `stored` follows. A
   * difference becomes a conflict of the form.
   */
  readonly readAgain?: (() => Promise<Values>) | undefined
  /** Resolves to `false` if a person has to decide something first. */
  readonly onSubmit: (values: Values, changes: Partial<Values>) => Promise<Answer | false>
  /** The fields that a failure of the service concerns, with their sentences. */
  readonly refusalOf?: ((failure: unknown) => FieldErrors<Values> | null) | undefined
  readonly onDone?: ((answer: Answer) => void) | undefined
}

export interface FieldsForm<Values extends object> {
  readonly form: DraftForm<Values>
  readonly action: Action<[Values, Partial<Values>]>
  readonly shown: readonly (keyof Values & string)[]
  readonly hasConflict: boolean
  readonly submit: () => void
  /** Shows what is wrong, without sending the form. Returns whether the values are valid. */
  readonly check: () => boolean
}

/** The values that fields begin with. */
export function initialOf<Values extends object>(fields: FieldsOf<Values>): Values {
  const names = Object.keys(fields) as (keyof Values)[]
  // Unchecked cast: each field has its own initial value.
  return Object.fromEntries(names.map((name) => [name, fields[name].initial])) as Values
}

/** The state of a form with declared fields. A failure keeps what was typed. */
export function useFields<Values extends object, Answer>(options: FieldsOptions<Values, Answer>): FieldsForm<Values> {
  const { fields, stored, isSame, isHidden, readAgain, onSubmit, refusalOf } = options
  const { problems } = useTexts(kitTexts)
  const names = Object.keys(fields) as (keyof Values & string)[]
  const shownOf = (values: Values): (keyof Values & string)[] => {
    const hidden = isHidden?.(values) ?? []
    return names.filter((name) => !hidden.includes(name))
  }
  const problemsOf = (values: Values): FieldErrors<Values> => ({
    ...options.problemsBetween?.(values),
    // Unchecked cast: the names are those of fields.
    ...(Object.fromEntries(
      shownOf(values).flatMap((name) => {
        const problem = fields[name].problemOf(values[name], problems)
        return problem === null ? [] : [[name, problem]]
      }),
    ) as FieldErrors<Values>),
  })
  const refused = useRef<FieldErrors<Values> | null>(null)
  const action = useAction(async (values: Values, changes: Partial<Values>): Promise<Answer | false> => {
    refused.current = null
    try {
      if (readAgain && stored) {
        const draft = { base: stored, typed: changes }
        if (conflictsOf(draft, await readAgain(), isSame).length > 0) return false
      }
      return await onSubmit(values, changes)
    } catch (failure) {
      refused.current = refusalOf?.(failure) ?? null
      if (refused.current) return false
      throw failure
    }
  }, options.onDone)
  const typed = useDraftForm<Values>({
    stored: stored ?? initialOf(fields),
    ...(isSame && { isSame }),
    validate: problemsOf,
    submit: async (values, changes) =>
      (await action.run(values, changes)) ? stored !== undefined : (refused.current ?? false),
  })
  // While the values are saved, it is the save that changes what is stored.
  const form = action.phase === 'pending' ? { ...typed, conflicts: [] } : typed
  useUnsaved(stored !== undefined && form.isChanged)
  const hasConflict = form.conflicts.length > 0
  return {
    form,
    action,
    shown: shownOf(form.values),
    hasConflict,
    submit: () => void (hasConflict || form.submit()),
    check: () => {
      const found = problemsOf(form.values)
      form.refuse(found)
      return Object.keys(found).length === 0
    },
  }
}
