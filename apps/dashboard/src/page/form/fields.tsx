import { isPast } from '../../kit/is-past.ts'
import type { ComponentProps, ReactNode } from 'react'
import type { FieldBinding } from '@portico/ui/form/useForm'

import { findEmailProblem } from '../../kit/email.ts'
import {
  Checkbox,
  CheckGroup,
  Field as FieldFrame,
  FieldError,
  Input,
  Option,
  RadioGroup,
  Select,
  TextArea,
} from '../../kit/Field.tsx'
import { startOfLocalDay } from '../../kit/local-day.ts'
import { SecretInput, type SecretInputProps } from '../../kit/SecretInput.tsx'
import type { KitTexts } from '../../texts/en/kit.ts'

/** A field of a form, as its room declares it: the value it begins with, its rules, and how it looks. */
export interface Field<Value> {
  readonly label: string
  readonly initial: Value
  /** Returns a sentence that says what is wrong with a value; null for a valid one. */
  readonly problemOf: (value: Value, sentences: KitTexts['problems']) => string | null
  /** A stored value in the notice of a conflict. Default: the value itself. */
  readonly inWords?: (value: Value) => string
  /** @param hasFocus the field takes the focus when its form opens */
  readonly render: (binding: FieldBinding<Value>, hasFocus: boolean) => ReactNode
}

/** The fields of a form, in their order on the screen, by the names of their values. */
export type FieldsOf<Values extends object> = { readonly [Name in keyof Values]: Field<Values[Name]> }

interface FieldLook {
  readonly label: string
  readonly help?: ReactNode
  readonly isOptional?: boolean
}

interface TextOptions extends FieldLook {
  readonly initial?: string
  /** What is wrong with the trimmed text. */
  readonly problemOf?: (value: string) => string | null
  /** The text must not be empty. */
  readonly isRequired?: boolean
  readonly max?: number
  /** A value that is not a sentence, such as an id or a URL: written from left to right, in the font of code. */
  readonly isCode?: boolean
  readonly input?: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'>
}

/** One line of text. */
export function text({ initial = '', isRequired, problemOf, max, isCode, input, ...look }: TextOptions): Field<string> {
  return framed({
    ...look,
    initial,
    problemOf: (value, sentences) => {
      if (isRequired && value.trim() === '') return sentences.empty(look.label)
      return problemOf?.(value.trim()) ?? null
    },
    render: (binding, hasFocus) => (
      <Input
        {...(isCode ? { className: 'mono', dir: 'ltr', spellCheck: false } : { dir: 'auto' })}
        {...(max !== undefined && { maxLength: max })}
        {...input}
        {...controlOf(binding, hasFocus)}
      />
    ),
  })
}

/** Several lines of text. */
export function lines({
  initial = '',
  rows = 2,
  max,
  isCode,
  problemOf,
  ...look
}: FieldLook &
  Pick<TextOptions, 'isCode' | 'problemOf'> & { initial?: string; rows?: number; max?: number }): Field<string> {
  return framed({
    ...look,
    initial,
    problemOf: (value) => problemOf?.(value) ?? null,
    render: (binding, hasFocus) => (
      <TextArea
        rows={rows}
        {...(isCode ? { className: 'mono', dir: 'ltr', spellCheck: false } : { dir: 'auto' })}
        {...(max !== undefined && { maxLength: max })}
        {...controlOf(binding, hasFocus)}
      />
    ),
  })
}

/** An e-mail address. */
export function email({
  initial = '',
  isAnyHostAllowed = false,
  ...look
}: FieldLook & { readonly initial?: string; readonly isAnyHostAllowed?: boolean }): Field<string> {
  return framed({
    ...look,
    initial,
    problemOf: (value, sentences) => {
      if (look.isOptional && value.trim() === '') return null
      const problem = findEmailProblem(value, { isAnyHostAllowed })
      return problem === 'emailEmpty' ? sentences.empty(look.label) : problem && sentences[problem]
    },
    render: (binding, hasFocus) => (
      <Input type="email" dir="ltr" spellCheck={false} {...controlOf(binding, hasFocus)} />
    ),
  })
}

/** A password or another secret, hidden until the visitor shows it. */
export function password({
  initial = '',
  problemOf,
  input,
  show,
  ...look
}: FieldLook & {
  readonly initial?: string
  readonly problemOf: (value: string) => string | null
  readonly input?: TextOptions['input']
  readonly show?: Pick<SecretInputProps, 'showLabel' | 'hideLabel'>
}): Field<string> {
  return framed({
    ...look,
    initial,
    problemOf: (value) => (look.isOptional && value === '' ? null : problemOf(value)),
    render: (binding, hasFocus) => <SecretInput {...input} {...show} {...controlOf(binding, hasFocus)} />,
  })
}

/** A day, of which the form may need one in the future. */
export function day({
  initial = '',
  isRequired = false,
  past,
  ...look
}: FieldLook & {
  readonly initial?: string
  readonly isRequired?: boolean
  /** The sentence for a day that is over. */
  readonly past: string
}): Field<string> {
  return framed({
    ...look,
    initial,
    problemOf: (value) => {
      const at = startOfLocalDay(value)
      return at ? (isPast(at) ? past : null) : isRequired ? past : null
    },
    render: (binding, hasFocus) => <Input type="date" {...controlOf(binding, hasFocus)} />,
  })
}

export interface ChoiceOf<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly note?: ReactNode
}

/** One of several values, in the native list. */
export function choice<Value extends string>({
  options,
  ...look
}: FieldLook & {
  readonly initial: NoInfer<Value>
  readonly options: readonly ChoiceOf<Value>[]
  readonly problemOf?: (value: Value) => string | null
}): Field<Value> {
  return framed({
    ...look,
    render: ({ value, onChange, attach }, hasFocus) => (
      <Select
        ref={attach}
        value={value}
        onChange={(chosen) => onChange(chosen as Value)}
        options={options}
        {...(hasFocus && { 'data-autofocus': '' })}
      />
    ),
  })
}

/** One of several values, all of them visible. */
export function radio<Value extends string>({
  initial,
  options,
  label,
}: {
  readonly label: string
  readonly initial: NoInfer<Value>
  readonly options: readonly ChoiceOf<Value>[]
}): Field<Value> {
  return {
    label,
    initial,
    problemOf: () => null,
    render: ({ value, onChange }) => <RadioGroup label={label} value={value} onChange={onChange} options={options} />,
  }
}

/** A checkbox with its label. */
export function flag({
  initial = false,
  label,
  note,
}: {
  readonly label: string
  readonly initial?: boolean
  readonly note?: ReactNode
}): Field<boolean> {
  return {
    label,
    initial,
    problemOf: () => null,
    render: ({ value, onChange }) => (
      <Option note={note} control={<Checkbox checked={value} onChange={onChange} />}>
        {label}
      </Option>
    ),
  }
}

/** Some of several values. */
export function checks<Value extends string>({
  initial,
  options,
  label,
  help,
  none,
}: {
  readonly label: string
  readonly help?: ReactNode
  readonly initial: readonly NoInfer<Value>[]
  readonly options: readonly (Omit<ChoiceOf<Value>, 'label'> & { readonly label: ReactNode })[]
  /** The sentence for no value; absent: none is valid. */
  readonly none?: string
}): Field<readonly Value[]> {
  return {
    label,
    initial,
    problemOf: (chosen) => (chosen.length === 0 ? (none ?? null) : null),
    render: ({ value: chosen, onChange, error }) => (
      <>
        <CheckGroup label={label}>
          {options.map(({ value, label: optionLabel, note }) => (
            <Option
              key={value}
              note={note}
              control={
                <Checkbox
                  checked={chosen.includes(value)}
                  onChange={(isOn) =>
                    onChange(
                      options.map((one) => one.value).filter((one) => (one === value ? isOn : chosen.includes(one))),
                    )
                  }
                />
              }
            >
              {optionLabel}
            </Option>
          ))}
          {help !== undefined && <p className="help">{help}</p>}
        </CheckGroup>
        {error !== undefined && <FieldError>{error}</FieldError>}
      </>
    ),
  }
}

interface CustomField<Value> extends Pick<Field<Value>, 'initial' | 'inWords' | 'render'> {
  readonly problemOf?: Field<Value>['problemOf']
}

/** A field that frames itself. */
export function custom<Value>(field: CustomField<Value> & { readonly label: string }): Field<Value> {
  return { problemOf: () => null, ...field }
}

/** A field with label, help and error around its control. */
export function framed<Value>({
  initial,
  problemOf = () => null,
  render,
  help,
  ...look
}: CustomField<Value> &
  Omit<FieldLook, 'help'> & { readonly help?: ReactNode | ((value: Value) => ReactNode) }): Field<Value> {
  return {
    label: look.label,
    initial,
    problemOf,
    render: (binding, hasFocus) => (
      <FieldFrame {...look} help={typeof help === 'function' ? help(binding.value) : help} error={binding.error}>
        {render(binding, hasFocus)}
      </FieldFrame>
    ),
  }
}

/** The binding of a field inside a larger value, such as a block in a document. */
export function partBinding<Value>(name: string, value: Value, onChange: (value: Value) => void): FieldBinding<Value> {
  return { id: name, name, value, error: undefined, announceError: false, onChange, attach: () => undefined }
}

/** The attributes that connect a control with text to the form. */
function controlOf(
  { value, onChange, attach }: FieldBinding,
  hasFocus: boolean,
): {
  value: string
  onChange: (event: { target: { value: string } }) => void
  ref: FieldBinding['attach']
  'data-autofocus'?: ''
} {
  return {
    value,
    onChange: (event) => onChange(event.target.value),
    ref: attach,
    ...(hasFocus && { 'data-autofocus': '' as const }),
  }
}
