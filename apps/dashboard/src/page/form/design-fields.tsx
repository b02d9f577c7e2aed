import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'

import { IconButton } from '../../kit/Button.tsx'
import { Input } from '../../kit/Field.tsx'
import css from './design-fields.module.css'
import { custom, framed, type Field } from './fields.tsx'

/** A colour, in the native control. An empty value is the standard colour. */
export function color({
  label,
  standard,
  clear,
}: {
  readonly label: string
  /** The words for the standard colour. */
  readonly standard: string
  /** The button that returns to the standard colour. */
  readonly clear: string
}): Field<string> {
  return framed({
    label,
    initial: '',
    render: ({ value, onChange }) => (
      <span className={css['color']}>
        <Input
          type="color"
          value={value === '' ? '#ffffff' : value.toLowerCase()}
          data-empty={value === '' || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {value === '' ? (
          <span className="soft">{standard}</span>
        ) : (
          <>
            <code dir="ltr">{value.toLowerCase()}</code>
            <IconButton size="small" label={clear} onClick={() => onChange('')}>
              <RotateCcw />
            </IconButton>
          </>
        )}
      </span>
    ),
  })
}

const noNumbers: Readonly<Record<string, string>> = {}

/** Several numbers that belong together, such as the paddings of four sides. */
export function numbers({
  label,
  parts,
}: {
  readonly label: string
  readonly parts: readonly { readonly name: string; readonly label: string }[]
}): Field<Readonly<Record<string, string>>> {
  return custom({
    label,
    initial: noNumbers,
    render: ({ value, onChange }): ReactNode => (
      <fieldset className={`field ${css['numbers']}`}>
        <legend className="label">{label}</legend>
        {parts.map((part) => (
          <label key={part.name}>
            <span>{part.label}</span>
            <Input
              type="number"
              dir="ltr"
              value={value[part.name] ?? ''}
              onChange={(event) => onChange({ ...value, [part.name]: event.target.value })}
            />
          </label>
        ))}
      </fieldset>
    ),
  })
}
