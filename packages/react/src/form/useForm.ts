import { useEffect, useId, useRef, useState, type ChangeEvent, type FormEvent } from 'react'

export type FieldValues<Name extends string> = Readonly<Record<Name, string>>

/** Messages by field. A field without one is fine. */
export type FieldErrors<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>

export interface FormOptions<Name extends string> {
  /** The fields with their first values, in the order in which they stand on the screen. */
  readonly initial: FieldValues<Name>
  /** Fields that are judged together, such as a password and its repetition: typing in one clears the errors of all. */
  readonly linked?: readonly NoInfer<Name>[]
  readonly validate: (values: FieldValues<NoInfer<Name>>) => FieldErrors<NoInfer<Name>>
  /** Called with valid values; gives what the service refused, if anything. */
  readonly submit: (values: FieldValues<NoInfer<Name>>) => Promise<FieldErrors<NoInfer<Name>>>
}

/** What a field needs from its form, to be spread into it. */
export interface FieldBinding {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  /** True if the field had the focus when its error came: moving the focus there would not make anyone hear it. */
  readonly announceError: boolean
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly attach: (input: HTMLInputElement | null) => void
}

export interface Form<Name extends string> {
  readonly values: FieldValues<Name>
  readonly field: (name: Name) => FieldBinding
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Shows what a later step has found out about the values. */
  readonly refuse: (errors: FieldErrors<Name>) => void
  readonly focus: (name: Name) => void
}

interface Refusal<Name extends string> {
  /** A new object for each refusal, so that it can be told from the one before even if both say the same. */
  readonly attempt: { readonly firstInvalid: Name }
  readonly errors: FieldErrors<Name>
  /** What the service refused concerns the values as a whole, so any correction clears it. */
  readonly byService: boolean
  /** The focus was there already, so moving it would say nothing to anyone. */
  readonly focusStays: boolean
}

/** Values, errors and submission of a small form. Errors come on submit and go as soon as they are being corrected. */
export function useForm<Name extends string>(options: FormOptions<Name>): Form<Name> {
  const id = useId()
  const inputs = useRef(new Map<Name, HTMLInputElement>())
  const [values, setValues] = useState(options.initial)
  const [refusal, setRefusal] = useState<Refusal<Name> | null>(null)

  const order = Object.keys(options.initial) as Name[]

  // After the errors are on the page, so that whoever hears the field hears its error with it. Once per refusal: as the
  // errors go one by one, the focus stays where the person types.
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
      if (refuse(options.validate(values), false)) return
      setRefusal(null)
      void options.submit(values).then((errors) => refuse(errors, true))
    },
  }
}
