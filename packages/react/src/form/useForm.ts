import { useEffect, useId, useRef, useState, type ChangeEvent, type FormEvent } from 'react'

export type FieldValues<Name extends string> = Readonly<Record<Name, string>>

/** Error texts by field. A field without an entry is valid. */
export type FieldErrors<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>

export interface FormOptions<Name extends string> {
  /** The initial values, in the order of the fields on the screen. */
  readonly initial: FieldValues<Name>
  /**
   * Fields that are validated together, such as a password and its repetition. A change of one clears the errors of
   * all.
   */
  readonly linked?: readonly NoInfer<Name>[]
  readonly validate: (values: FieldValues<NoInfer<Name>>) => FieldErrors<NoInfer<Name>>
  /** Called with valid values. Resolves to the errors that the service returned. */
  readonly submit: (values: FieldValues<NoInfer<Name>>) => Promise<FieldErrors<NoInfer<Name>>>
}

/** The props of a field, to be spread into it. */
export interface FieldBinding {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  /**
   * True if the field already had the focus when its error appeared. A screen reader does not announce the error by
   * focus in that case.
   */
  readonly announceError: boolean
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly attach: (input: HTMLInputElement | null) => void
}

export interface Form<Name extends string> {
  readonly values: FieldValues<Name>
  readonly field: (name: Name) => FieldBinding
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Shows errors that a later step found. */
  readonly refuse: (errors: FieldErrors<Name>) => void
  readonly focus: (name: Name) => void
}

interface Refusal<Name extends string> {
  /** A new object for each refusal, which distinguishes it from an earlier one with the same errors. */
  readonly attempt: { readonly firstInvalid: Name }
  readonly errors: FieldErrors<Name>
  /** Errors from the service concern all values, so any change clears them. */
  readonly byService: boolean
  /** Whether the first invalid field already had the focus. */
  readonly focusStays: boolean
}

/**
 * Manages values, errors and submission of a small form. Errors appear on submit and disappear when the field changes.
 */
export function useForm<Name extends string>(options: FormOptions<Name>): Form<Name> {
  const id = useId()
  const inputs = useRef(new Map<Name, HTMLInputElement>())
  const [values, setValues] = useState(options.initial)
  const [refusal, setRefusal] = useState<Refusal<Name> | null>(null)

  const order = Object.keys(options.initial) as Name[]

  // An effect runs after the errors are rendered, so that screen readers announce the field with its error. It runs
  // once per refusal: while the errors disappear one by one, the focus stays in the field being edited.
  const attempt = refusal?.attempt
  useEffect(() => {
    if (attempt) inputs.current.get(attempt.firstInvalid)?.focus()
  }, [attempt])

  function refuse(errors: FieldErrors<Name>, byService: boolean): boolean {
    const firstInvalid = order.find((name) => errors[name] !== undefined)
    if (firstInvalid === undefined) return false
    const focusStays = inputs.current.get(firstInvalid) === document.activeElement
    setRefusal({ attempt: { firstInvalid }, errors, byService, focusStays })
    return true
  }

  /** Reads the inputs, because password managers can fill them without an event. */
  function readValues(): FieldValues<Name> {
    const typed: Record<Name, string> = { ...values }
    for (const [name, { value }] of inputs.current) typed[name] = value
    return typed
  }

  function change(name: Name, value: string): void {
    setValues((before) => ({ ...before, [name]: value }))
    setRefusal((before) => {
      if (!before || before.byService) return null
      const linked = options.linked ?? []
      const corrected: readonly Name[] = linked.includes(name) ? linked : [name]
      const left = order.filter((other) => before.errors[other] !== undefined && !corrected.includes(other))
      if (left.length === 0) return null
      return {
        ...before,
        errors: Object.fromEntries(left.map((other) => [other, before.errors[other]])) as FieldErrors<Name>,
      }
    })
  }

  return {
    values,
    field: (name) => ({
      id: `${id}-${name}`,
      name,
      value: values[name],
      error: refusal?.errors[name],
      announceError: refusal?.focusStays === true && refusal.attempt.firstInvalid === name,
      onChange: (event) => change(name, event.target.value),
      attach: (input) => {
        if (input) inputs.current.set(name, input)
        else inputs.current.delete(name)
      },
    }),
    refuse: (errors) => void refuse(errors, true),
    focus: (name) => inputs.current.get(name)?.focus(),
    onSubmit: (event) => {
      event.preventDefault()
      const typed = readValues()
      setValues(typed)
      if (refuse(options.validate(typed), false)) return
      setRefusal(null)
      void options.submit(typed).then((errors) => refuse(errors, true))
    },
  }
}
