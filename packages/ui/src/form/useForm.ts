'use client'

import { useEffect, useId, useRef, useState } from 'react'

/** Error texts by field. A field without an entry is valid. */
export type FieldErrors<Values> = { readonly [Name in keyof Values]?: string | undefined }

/** An element that takes the focus and that a password manager can fill. */
export type Control = HTMLElement & { value?: unknown }

/** How a form validates and submits its values. */
export interface FormRules<Values extends object> {
  /**
   * Fields that are validated together, such as a password and its repetition. Changing one field clears the errors of
   * all.
   */
  readonly linked?: readonly (keyof Values & string)[] | undefined
  readonly validate: (values: Values) => FieldErrors<Values>
  /** Called with valid values. Resolves to the errors that the service returned, if any. */
  readonly submit: (values: Values) => Promise<FieldErrors<Values> | void>
}

export interface FormOptions<Values extends object> extends FormRules<Values> {
  /** The initial values, in the order of the fields on the screen. */
  readonly initial: Values
}

/** Where the values of a form are stored. */
export interface FormStore<Values extends object> {
  /** In the order of the fields on the screen. */
  readonly values: Values
  readonly store: (typed: Partial<Values>) => void
}

/** Connects a control to the form. */
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
  readonly field: <Name extends keyof Values & string>(name: Name) => FieldBinding<Values[Name]>
  readonly set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void
  /**
   * Validates and submits. Resolves to whether the service accepted the values.
   *
   * @param typed values that the form does not have yet, because they complete it
   */
  readonly submit: (typed?: Partial<Values>) => Promise<boolean>
  /** Shows errors that a later step found; none removes all. */
  readonly refuse: (errors: FieldErrors<Values>) => void
  readonly focus: (name: keyof Values & string) => void
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

/** A form that keeps its own values. What was typed stays until the component is removed. */
export function useForm<Values extends object>({ initial, ...rules }: FormOptions<Values>): Form<Values> {
  const [values, setValues] = useState(initial)
  return useFormOf({ ...rules, values, store: (typed) => setValues((before) => ({ ...before, ...typed })) })
}

/**
 * Manages errors and submission of a form whose values are stored elsewhere. Errors appear on submit and disappear when
 * the field changes.
 */
export function useFormOf<Values extends object>(options: FormStore<Values> & FormRules<Values>): Form<Values> {
  const { values, store, linked = [] } = options
  const id = useId()
  const controls = useRef(new Map<string, Control>())
  const [refusal, setRefusal] = useState<Refusal<Values> | null>(null)
  const order = Object.keys(values) as (keyof Values & string)[]

  // An effect runs after the errors are rendered, so that screen readers announce the field with its error. It runs
  // once per refusal: while the errors disappear one by one, the focus stays in the field being edited.
  const attempt = refusal?.attempt
  useEffect(() => {
    if (attempt) controls.current.get(attempt.firstInvalid)?.focus()
  }, [attempt])

  /** Returns whether there are errors. */
  function refuse(errors: FieldErrors<Values>, byService: boolean): boolean {
    const firstInvalid = order.find((name) => errors[name] !== undefined)
    const control = firstInvalid && controls.current.get(firstInvalid)
    const focusStays = control !== undefined && control === document.activeElement
    setRefusal(firstInvalid ? { attempt: { firstInvalid }, errors, byService, focusStays } : null)
    return firstInvalid !== undefined
  }

  /** Reads the text fields, because password managers can fill them without an event. */
  function readValues(): Values {
    const read = { ...values } as Record<string, unknown>
    for (const [name, { value }] of controls.current) {
      if (typeof value === 'string' && typeof read[name] === 'string') read[name] = value
    }
    // Unchecked cast: texts replace texts.
    return read as Values
  }

  function set<Name extends keyof Values & string>(name: Name, value: Values[Name]): void {
    // Unchecked cast: TypeScript widens a computed name to any string.
    store({ [name]: value } as unknown as Partial<Values>)
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
    submit: async (typed) => {
      const read = { ...readValues(), ...typed }
      store(read)
      return !refuse(options.validate(read), false) && !refuse((await options.submit(read)) ?? {}, true)
    },
    refuse: (errors) => void refuse(errors, true),
    focus: (name) => controls.current.get(name)?.focus(),
  }
}
