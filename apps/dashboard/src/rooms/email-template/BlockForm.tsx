import {
  blockTypes,
  type Block,
  type BlockField,
  type MailDocument,
} from '@portico/protocols/mail-document/block-types'
import { Fragment, type ReactNode } from 'react'

import type { EmailTemplateVariable } from '@portico/client/admin'
import { useTexts } from '../../language/useTexts.ts'
import { color, numbers } from '../../page/form/design-fields.tsx'
import { choice, flag, lines, partBinding, text, type Field } from '../../page/form/fields.tsx'
import { templatesTexts, type TemplatesTexts } from '../../texts/en/templates.ts'
import { colorsOf } from './colors.ts'
import { blockOf, valueOf, withValue } from './document.ts'
import css from './editor.module.css'
import { VariableText } from './VariableText.tsx'

export interface BlockFormProps {
  readonly id: string
  readonly document: MailDocument
  readonly variables: readonly EmailTemplateVariable[]
  readonly isReadOnly: boolean
  readonly onChange: (document: MailDocument) => void
}

type Group = 'data' | 'style' | 'props'

interface NamedField {
  readonly group: Group
  readonly name: keyof TemplatesTexts['fields']
  readonly field: BlockField
}

/** The fields of a block, as the table of its type declares them. The outline changes the children. */
export function BlockForm(props: BlockFormProps): ReactNode {
  const { id, document, isReadOnly } = props
  const t = useTexts(templatesTexts)
  const block = blockOf(document, id)
  if (!block) return null
  const fields = fieldsOf(block)
  const content = fields.filter(({ group }) => group !== 'style')
  const looks = fields.filter(({ group }) => group === 'style')
  return (
    <fieldset className={css['form']} disabled={isReadOnly}>
      {content.map((field) => (
        <BlockFieldControl key={field.name} {...props} block={block} of={field} />
      ))}
      {looks.length > 0 && (
        <details open={content.length === 0}>
          <summary>{t.appearance}</summary>
          {looks.map((field) => (
            <BlockFieldControl key={field.name} {...props} block={block} of={field} />
          ))}
        </details>
      )}
    </fieldset>
  )
}

function fieldsOf({ type }: Block): NamedField[] {
  // Unchecked cast: a test compares the names with the texts.
  const groups = blockTypes[type] as Readonly<Partial<Record<Group, Readonly<Record<NamedField['name'], BlockField>>>>>
  return (['data', 'props', 'style'] as const).flatMap((group) =>
    Object.entries(groups[group] ?? {}).flatMap(([name, field]) =>
      field.kind === 'blocks' || field.kind === 'columns' ? [] : [{ group, name: name as NamedField['name'], field }],
    ),
  )
}

interface ControlProps extends BlockFormProps {
  readonly block: Block
  readonly of: NamedField
}

function BlockFieldControl(props: ControlProps): ReactNode {
  const { block, document, id, of, onChange, variables } = props
  const { field, group, name } = of
  const t = useTexts(templatesTexts)
  const label = t.fields[name]
  const stored = valueOf(block, group, name)
  const set = (value: unknown): void => onChange(withValue(document, id, group, name, value))
  const show = <Value,>(shown: Field<Value>, value: Value, change: (value: Value) => void): ReactNode =>
    shown.render(partBinding(name, value, change), false)
  switch (field.kind) {
    case 'text':
    case 'address': {
      const shown = field.kind === 'address' ? addressField(block, name, t) : textField(block, name, t)
      return <VariableText field={shown} binding={partBinding(name, textOf(stored), set)} variables={variables} />
    }
    case 'color':
      return show(colorField(label, t), textOf(stored), (value) => set(value === '' ? undefined : value))
    case 'colorPairs':
      return <DarkColors {...props} pairs={pairsOf(stored)} onPairs={set} />
    case 'boolean':
      return <div className="field">{show(flag({ label }), stored === true, set)}</div>
    case 'number': {
      const { atLeast } = field
      const number = text({ label, input: { type: 'number', dir: 'ltr', step: 'any', min: atLeast } })
      return show(number, textOf(stored), (value) => set(numberOf(value)))
    }
    case 'choice':
      return show(
        choice({
          label,
          initial: '',
          options: [
            { value: '', label: t.choices.automatic },
            ...field.choices.map((one) => ({ value: String(one), label: choiceName(String(one), t) })),
          ],
        }),
        textOf(stored),
        (value) => set(field.choices.find((one) => String(one) === value)),
      )
    case 'padding':
      return show(
        numbers({ label, parts: sides.map((side) => ({ name: side, label: t.choices[side] })) }),
        textsOf(stored),
        (values) => set(isBlank(values) ? undefined : mapped(sides, (side) => numberOf(values[side]) ?? 0)),
      )
    case 'widths':
      return show(
        numbers({
          label,
          parts: columns.map((column) => ({ name: column, label: t.outline.column(Number(column) + 1) })),
        }),
        textsOf(stored),
        (values) => set(isBlank(values) ? undefined : columns.map((column) => numberOf(values[column]) ?? null)),
      )
    case 'blocks':
    case 'columns':
      return null
  }
}

const sides = ['top', 'bottom', 'left', 'right'] as const
const columns = ['0', '1', '2'] as const

function textField({ type }: Block, name: NamedField['name'], t: TemplatesTexts): Field<string> {
  const label = t.fields[name]
  if (type === 'Text') return lines({ label, rows: 2, help: <bdi>{t.textHelp}</bdi> })
  return text({ label })
}

function addressField({ type }: Block, name: NamedField['name'], t: TemplatesTexts): Field<string> {
  const isImage = type === 'Image' && name === 'url'
  return text({ label: t.fields[name], isCode: true, ...(isImage && { help: t.imageHelp }) })
}

function colorField(label: string, t: TemplatesTexts): Field<string> {
  return color({ label, standard: t.noColor, clear: t.clearColor(label) })
}

function choiceName(value: string, t: TemplatesTexts): string {
  return Object.hasOwn(t.choices, value) ? t.choices[value as keyof TemplatesTexts['choices']] : value
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function numberOf(value: string | undefined): number | undefined {
  return value === undefined || value.trim() === '' || !Number.isFinite(Number(value)) ? undefined : Number(value)
}

/** The numbers of an object or a list, as texts by their names. */
function textsOf(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(value ?? {}).map(([name, number]) => [name, textOf(number)]))
}

function isBlank(values: Readonly<Record<string, string | undefined>>): boolean {
  return Object.values(values).every((value) => value === undefined || value === '')
}

function mapped<Name extends string>(names: readonly Name[], valueFor: (name: Name) => number): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, valueFor(name)]))
}

type Pairs = Readonly<Record<string, string>>

function pairsOf(value: unknown): Pairs {
  return Object.fromEntries(
    Object.entries(value ?? {}).flatMap(([light, dark]) =>
      typeof dark === 'string' ? [[light.toLowerCase(), dark]] : [],
    ),
  )
}

/** For each colour of the mail the one in dark mode. */
function DarkColors({
  document,
  of: { name },
  pairs,
  onPairs,
}: ControlProps & { readonly pairs: Pairs; readonly onPairs: (pairs: Pairs) => void }): ReactNode {
  const t = useTexts(templatesTexts)
  const used = colorsOf(document, name === 'darkTextColors' ? 'text' : 'ground')
  return (
    <details>
      <summary>{t.fields[name]}</summary>
      <p className="help">{t.darkHelp}</p>
      {used.map((light) => (
        <Fragment key={light}>
          {colorField(t.darkOf(light), t).render(
            partBinding(light, pairs[light] ?? '', (dark) => {
              const { [light]: _before, ...others } = pairs
              onPairs(dark === '' ? others : { ...others, [light]: dark })
            }),
            false,
          )}
        </Fragment>
      ))}
    </details>
  )
}
