import { ChevronDown, CircleAlert } from 'lucide-react'
import { createContext, use, useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import './field.css'

interface FieldWiring {
  readonly id: string
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
}

const FieldContext = createContext<FieldWiring | null>(null)

export interface FieldProps {
  readonly label: ReactNode
  readonly help?: ReactNode
  /** Undefined or null: the value is valid. */
  readonly error?: string | null | undefined
  readonly isOptional?: boolean
  /** One control of this kit. The field gives it label, help and error. */
  readonly children: ReactNode
}

/** Label, control, help and error. A screen reader reads the error with the control. */
export function Field({ label, help, error, isOptional = false, children }: FieldProps): ReactNode {
  const t = useTexts(kitTexts)
  const id = useId()
  const hasError = error !== undefined && error !== null
  const described = [hasError && `${id}-error`, help !== undefined && `${id}-help`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
        {isOptional && <span className="optional">{t.optional}</span>}
      </label>
      <FieldContext value={{ id, describedBy: described || undefined, isInvalid: hasError }}>{children}</FieldContext>
      {hasError && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {help !== undefined && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}

/** An error under a control that is not in a `Field`. */
export function FieldError({ id, children }: { readonly id?: string; readonly children: ReactNode }): ReactNode {
  return (
    <p className="error" id={id} role="alert">
      <CircleAlert />
      <span>{children}</span>
    </p>
  )
}

/** The attributes that connect a control to its field. */
function useFieldWiring(): { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true } {
  const field = use(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    ...(field.describedBy !== undefined && { 'aria-describedby': field.describedBy }),
    ...(field.isInvalid && { 'aria-invalid': true }),
  }
}

export function Input(props: ComponentProps<'input'>): ReactNode {
  const wiring = useFieldWiring()
  return <input autoComplete="off" {...wiring} {...props} className={classes('input', props.className)} />
}

export function TextArea(props: ComponentProps<'textarea'>): ReactNode {
  const wiring = useFieldWiring()
  return <textarea {...wiring} {...props} className={classes('input', props.className)} />
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange'> {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

/** The native selection list, which works with every keyboard and phone. */
export function Select({ options, onChange, ...rest }: SelectProps): ReactNode {
  const wiring = useFieldWiring()
  return (
    <span className="select">
      <select {...wiring} {...rest} className="input" onChange={(event) => onChange(event.target.value)}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown />
    </span>
  )
}

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'checked'> {
  readonly checked: boolean | 'mixed'
  readonly onChange: (checked: boolean) => void
}

export function Checkbox({ checked, onChange, ...rest }: CheckboxProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = checked === 'mixed'
  }, [checked])
  return (
    <input
      {...rest}
      ref={input}
      type="checkbox"
      className="check"
      checked={checked === true}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

/** A checkbox or radio button with its label. */
export function Option({
  control,
  note,
  children,
}: {
  readonly control: ReactNode
  readonly note?: ReactNode
  readonly children: ReactNode
}): ReactNode {
  return (
    <label className="option">
      {control}
      <span>
        {children}
        {note !== undefined && <small>{note}</small>}
      </span>
    </label>
  )
}

export interface RadioGroupProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly note?: ReactNode }[]
  readonly disabled?: boolean
}

export function RadioGroup<Value extends string>({
  label,
  value,
  onChange,
  options,
  disabled = false,
}: RadioGroupProps<Value>): ReactNode {
  return (
    <fieldset className="options" disabled={disabled}>
      <legend className="label">{label}</legend>
      <Radios options={options} checked={value} onCheck={onChange} />
    </fieldset>
  )
}

function Radios<Value extends string>({
  options,
  checked,
  onCheck,
  propsOf,
}: Pick<RadioGroupProps<Value>, 'options'> & {
  readonly checked: Value | null
  readonly onCheck: (value: Value) => void
  readonly propsOf?: (value: Value) => Pick<ComponentProps<'input'>, 'onClick' | 'onKeyDown'>
}): ReactNode {
  const name = useId()
  return options.map(({ value, label, note }) => (
    <Option
      key={value}
      note={note}
      control={
        <input
          type="radio"
          className="radio"
          name={name}
          checked={value === checked}
          onChange={() => onCheck(value)}
          {...propsOf?.(value)}
        />
      }
    >
      {label}
    </Option>
  ))
}

/**
 * The choices of a filter that takes one value. A click, Space or Enter chooses. Arrow keys only move the focus,
 * because a choice reloads the list and closes the filter.
 */
export function FilterChoices<Value extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  readonly label: string
  /** Null: the filter is not set. */
  readonly value: Value | null
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[]
  readonly onChoose: (value: Value) => void
}): ReactNode {
  const [marked, setMarked] = useState(value)
  const isMoving = useRef(false)
  return (
    <fieldset
      className="options"
      onKeyDown={({ key }) => {
        isMoving.current = key.startsWith('Arrow')
      }}
      onKeyUp={() => {
        isMoving.current = false
      }}
    >
      <legend className="label">{label}</legend>
      <Radios
        options={options}
        checked={marked}
        onCheck={setMarked}
        propsOf={(chosen) => ({
          // An arrow key clicks the radio button to which it moves.
          onClick: () => !isMoving.current && onChoose(chosen),
          onKeyDown: (event) => {
            // The browser ignores Space on a checked radio button.
            if (event.key !== 'Enter' && event.key !== ' ') return
            event.preventDefault()
            onChoose(chosen)
          },
        })}
      />
    </fieldset>
  )
}

/** Options of which several can be chosen. */
export function CheckGroup({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <fieldset className="options">
      <legend className="label">{label}</legend>
      {children}
    </fieldset>
  )
}

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'checked' | 'role'> {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** While the change is saved. The switch already shows the new value. */
  readonly isSaving?: boolean
}

export function Switch({ checked, onChange, isSaving = false, ...rest }: SwitchProps): ReactNode {
  return (
    <input
      {...rest}
      type="checkbox"
      role="switch"
      className="switch"
      checked={checked}
      aria-checked={checked}
      aria-busy={isSaving || undefined}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

function classes(...names: readonly (string | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
