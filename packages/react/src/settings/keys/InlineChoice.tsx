'use client'

import { useId, type ReactNode } from 'react'

export interface InlineChoiceProps<Value extends string> {
  readonly label: string
  /** A muted sentence below the choices. */
  readonly hint: string
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}

/** One of few short texts, side by side. */
export function InlineChoice<Value extends string>(props: InlineChoiceProps<Value>): ReactNode {
  const id = useId()
  const { label, hint, choices, chosen, onChoose } = props
  return (
    <div className="portico-field" role="radiogroup" aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <span className="portico-label" id={id}>
        {label}
      </span>
      <div className="portico-choices" data-inline="">
        {choices.map((choice) => (
          <label key={choice.value} className="portico-choice">
            <input
              className="portico-check"
              type="radio"
              name={id}
              checked={choice.value === chosen}
              onChange={() => onChoose(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
      <p className="portico-hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}
