import { useEffect, useId, useRef, useState } from 'react'

import {
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

/** Error texts by field. A field without an entry is valid. */
export type FieldErrors<Values> = { readonly [Name in keyof Values]?: string | undefined }

/** What takes the focus and may be filled by a password manager. */
export type Control = HTMLElement & { readonly value?: unknown }

export interface FormOptions<Values extends object> {
  /** The stored values, in the order of the fields on the screen. Fields that are not edited follow them. */
  readonly stored: Values
  /** Whether two values mean the same, such as two texts of the same JSON. */
  readonly isSame?: Comparison
  /**
   * Fields that are validated together, such as a password and its repetition. A change of one clears the errors of all.
   */
  readonly linked?: readonly (keyof Values & string)[]
  readonly validate: (values: Values) => FieldErrors<Values>
  /** Called with valid values. Resolves to the errors that the service returned, if any. */
  readonly submit: (values: Values, changes: Partial<Values>) => Promise<FieldErrors<Values> | undefined>
}

/** What connects a control to the form. */
export interface FieldBinding<Value = string> {
  readonly id: string
  readonly name: string
  readonly value: Value
  readonly error: string | undefined
  /**
   * True if the field already had the focus when its error appeared. A screen reader does not announce the error by
   * focus in that case.
   */
  readonly announceError: boolean
  readonly onChange: (value: Value) => void
  readonly attach: (control: Control | null) => void
}

export interface Form<Values extends object> {
  readonly values: Values
  /** Only the typed values. */
  readonly changes: Partial<Values>
  readonly isChanged: boolean
  readonly field: <Name extends keyof Values & string>(name: Name) => FieldBinding<Values[Name]>
  readonly set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void
  /** Validates and submits. Resolves to whether the service accepted the values. */
  readonly submit: () => Promise<boolean>
  /** Shows errors that a later step found. */
  readonly refuse: (errors: FieldErrors<Values>) => void
  readonly focus: (name: keyof Values & string) => void
  /** Discards what was typed. */
  readonly reset: () => void
  /** Fields that another person has changed while they were edited here. */
  readonly conflicts: readonly Conflict<Values>[]
  readonly decide: (conflict: Conflict<Values>, choice: 'mine' | 'stored') => void
}

interface Refusal<Values> {
  /** A new object for each refusal, which distinguishes it from an earlier one with the same errors. */
  readonly attempt: { readonly firstInvalid: keyof Values & string }
  readonly errors: FieldErrors<Values>
  /** Errors from the service concern all values, so any change clears them. */
  readonly byService: boolean
  /** Whether the first invalid field already had the focus. */
  readonly focusStays: boolean
}

/**
 * Manages values, errors and submission of a form. Errors appear on submit and disappear when the field changes. What was typed stays until
 * it is submitted or discarded, also if the stored values change meanwhile.
 */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const { stored, isSame, linked = [] } = options
  const id = useId()
  const controls = useRef(new Map<string, Control>())
  const [{ draft, seen }, setState] = useState(() => ({ draft: startDraft(stored), seen: stored }))
  if (!areEqual(seen, stored)) setState({ draft: rebase(draft, stored, isSame), seen: stored })
  const [refusal, setRefusal] = useState<Refusal<Values> | null>(null)
  const values = valuesOf(draft)
  const order = Object.keys(stored) as (keyof Values & string)[]

  // An effect runs after the errors are rendered, so that screen readers announce the field with its error. It runs
  // once per refusal: while the errors disappear one by one, the focus stays in the field being edited.
  const attempt = refusal?.attempt
  useEffect(() => {
    if (attempt) controls.current.get(attempt.firstInvalid)?.focus()
  }, [attempt])

  function edit(next: (draft: Draft<Values>, seen: Values) => Draft<Values>): void {
    setState((before) => ({ ...before, draft: next(before.draft, before.seen) }))
  }

  function refuse(errors: FieldErrors<Values>, byService: boolean): boolean {
    const firstInvalid = order.find((name) => errors[name] !== undefined)
    if (firstInvalid === undefined) return false
    const control = controls.current.get(firstInvalid)
    setRefusal({
      attempt: { firstInvalid },
      errors,
      byService,
      focusStays: control !== undefined && control === document.activeElement,
    })
    return true
  }

  /** Reads the text fields, because password managers can fill them without an event. */
  function readDraft(): Draft<Values> {
    let read = draft
    for (const [name, { value }] of controls.current) {
      const key = name as keyof Values & string
      if (typeof value !== 'string' || typeof values[key] !== 'string') continue
      read = typeInto(read, key, value as Values[typeof key])
    }
    return read
  }

  function set<Name extends keyof Values & string>(name: Name, value: Values[Name]): void {
    edit((before) => typeInto(before, name, value))
    setRefusal((before) => {
      if (!before || before.byService) return null
      const corrected: readonly string[] = linked.includes(name) ? linked : [name]
      const left = order.filter((other) => before.errors[other] !== undefined && !corrected.includes(other))
      if (left.length === 0) return null
      // Unchecked cast: the names are those of fields.
      const errors = Object.fromEntries(left.map((other) => [other, before.errors[other]])) as FieldErrors<Values>
      return { ...before, errors }
    })
  }

  return {
    values,
    changes: draft.typed,
    isChanged: isChanged(draft),
    set,
    field: (name) => ({
      id: `${id}-${name}`,
      name,
      value: values[name],
      error: refusal?.errors[name],
      announceError: refusal?.focusStays === true && refusal.attempt.firstInvalid === name,
      onChange: (value) => set(name, value),
      attach: (control) => {
        if (control) controls.current.set(name, control)
        else controls.current.delete(name)
      },
    }),
    submit: async () => {
      const read = readDraft()
      setState((before) => ({ ...before, draft: read }))
      const typed = valuesOf(read)
      if (refuse(options.validate(typed), false)) return false
      setRefusal(null)
      const errors = await options.submit(typed, read.typed)
      return errors === undefined || !refuse(errors, true)
    },
    refuse: (errors) => void refuse(errors, true),
    focus: (name) => controls.current.get(name)?.focus(),
    reset: () => {
      setRefusal(null)
      edit((_, newest) => startDraft(newest))
    },
    conflicts: conflictsOf(draft, stored, isSame),
    decide: (conflict, choice) => edit((before) => decide(before, conflict, choice)),
  }
}
