import { blockTypes, type BlockField, type MailDocument } from './block-types.ts'

/** Where a document breaks the format. */
export interface FormatProblem {
  /** Null if the document itself is not an object. */
  readonly block: string | null
  /** Such as `style.padding`; null if the block itself is wrong. */
  readonly field: string | null
  readonly expected: string
}

const COLOR = /^#[0-9a-f]{6}$/iu

/** Checks each block on its own. `findProblems` checks that its children and the block `root` exist. */
export function checkDocument(
  content: unknown,
): { readonly document: MailDocument } | { readonly problem: FormatProblem } {
  if (!isObject(content)) return { problem: { block: null, field: null, expected: 'an object of blocks by their ids' } }
  for (const [id, block] of Object.entries(content)) {
    const problem = checkBlock(block)
    if (problem) return { problem: { block: id, ...problem } }
  }
  return { document: content as MailDocument }
}

type BlockProblem = Omit<FormatProblem, 'block'>

function checkBlock(block: unknown): BlockProblem | null {
  if (!isObject(block)) return { field: null, expected: 'an object with type and data' }
  const { data, type } = block
  if (typeof type !== 'string' || !Object.hasOwn(blockTypes, type)) {
    return { field: 'type', expected: `one of ${Object.keys(blockTypes).join(', ')}` }
  }
  if (!isObject(data)) return { field: 'data', expected: 'an object' }
  const groups: Readonly<Record<string, Readonly<Record<string, BlockField>>>> =
    blockTypes[type as keyof typeof blockTypes]
  for (const [group, fields] of Object.entries(groups)) {
    const values = group === 'data' ? data : data[group]
    if (values !== undefined && values !== null && !isObject(values)) return { field: group, expected: 'an object' }
    const prefix = group === 'data' ? '' : `${group}.`
    if (!values) continue
    for (const [name, field] of Object.entries(fields)) {
      if (field.isExtension) continue
      const expected = checkValue(field, values[name])
      if (expected !== null) return { field: `${prefix}${name}`, expected }
    }
  }
  return null
}

/** Returns the value of a field that the wire contract does not list, if it is valid. */
export function readExtension<Value>(field: BlockField, value: Value): NonNullable<Value> | undefined {
  return checkValue(field, value) === null ? (value ?? undefined) : undefined
}

/** @returns what the field expects; null if the value fits */
function checkValue(field: BlockField, value: unknown): string | null {
  if ((value === undefined || value === null) && field.kind !== 'columns') return null
  switch (field.kind) {
    case 'text':
    case 'address':
      return typeof value === 'string' ? null : 'a string'
    case 'boolean':
      return typeof value === 'boolean' ? null : 'true or false'
    case 'color':
      return typeof value === 'string' && COLOR.test(value) ? null : '# and six hexadecimal digits'
    case 'colorPairs':
      return isObject(value) &&
        Object.entries(value)
          .flat()
          .every((color) => typeof color === 'string' && COLOR.test(color))
        ? null
        : 'an object of colours by colours'
    case 'number':
      return isNumber(value) && value >= (field.atLeast ?? -Infinity)
        ? null
        : field.atLeast === undefined
          ? 'a number'
          : `a number of at least ${field.atLeast}`
    case 'choice':
      return field.choices.some((choice) => choice === value) ? null : `one of ${field.choices.join(', ')}`
    case 'padding':
      return isObject(value) && ['top', 'bottom', 'left', 'right'].every((side) => isNumber(value[side]))
        ? null
        : 'an object of the numbers top, bottom, left and right'
    case 'blocks':
      return isIds(value) ? null : 'an array of block ids'
    case 'columns':
      return Array.isArray(value) &&
        value.length === 3 &&
        value.every((column) => isObject(column) && isIds(column['childrenIds']))
        ? null
        : 'three objects with childrenIds'
    case 'widths':
      return Array.isArray(value) &&
        value.length === 3 &&
        value.every((width) => width === null || width === undefined || isNumber(width))
        ? null
        : 'three numbers or null'
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string')
}
