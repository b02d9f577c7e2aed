import type { ReactNode } from 'react'

import { Button } from '../../kit/Button.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { TextArea } from '../../kit/Field.tsx'
import { SecretInput, type SecretInputProps } from '../../kit/SecretInput.tsx'
import { framed, type Field } from './fields.tsx'

interface CreatedOptions {
  readonly label: string
  readonly help: ReactNode
  readonly isOptional?: boolean
  readonly placeholder?: string
  readonly problemOf: (value: string) => string | null
  readonly createLabel: string
  /** Creates a value in the browser; null: the browser cannot. */
  readonly create: (() => string | Promise<string>) | null
}

/** A secret that the visitor enters, or has created and then copies. */
export function createdSecret({
  placeholder,
  create,
  createLabel,
  show,
  ...look
}: CreatedOptions & { readonly show: Pick<SecretInputProps, 'showLabel' | 'hideLabel'> }): Field<string> {
  return framed<string>({
    ...look,
    initial: '',
    render: ({ value, onChange, attach }) => (
      <>
        <SecretInput
          className="mono"
          {...show}
          ref={attach}
          value={value}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
        <Creation label={createLabel} create={create} onCreated={onChange}>
          {value !== '' && <CopyButton text={value} what={look.label} />}
        </Creation>
      </>
    ),
  })
}

/** The text of a key that the visitor pastes or has created. */
export function createdKey({ placeholder, create, createLabel, ...look }: CreatedOptions): Field<string> {
  return framed<string>({
    ...look,
    initial: '',
    render: ({ value, onChange, attach }) => (
      <>
        <TextArea
          className="mono key-text"
          dir="ltr"
          rows={3}
          spellCheck={false}
          ref={attach}
          value={value}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
        <Creation label={createLabel} create={create} onCreated={onChange} />
      </>
    ),
  })
}

function Creation({
  label,
  create,
  onCreated,
  children,
}: {
  readonly label: string
  readonly create: CreatedOptions['create']
  readonly onCreated: (value: string) => void
  readonly children?: ReactNode
}): ReactNode {
  return (
    <p className="creation">
      {create && (
        <Button size="small" onClick={() => void Promise.resolve(create()).then(onCreated)}>
          {label}
        </Button>
      )}
      {children}
    </p>
  )
}
