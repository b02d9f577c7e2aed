/** A text with placeholders, parsed. Nothing of it is compiled to code. */
export type Template = readonly TemplatePart[]

export type TemplatePart = string | { readonly variable: string } | { readonly if: string; readonly shown: Template }

/** The value of a placeholder. */
export interface Variable {
  readonly value: string
  /** The value is a complete address that the service has made, so it can be the beginning of an address. */
  readonly isAddress?: boolean
  /**
   * The value is the address of an image that the mail carries (`cid:`, RFC 2392) or that a preview shows. Images only
   * can have it.
   */
  readonly isImage?: boolean
  /** The value may have another direction than the text around it, such as a name that a user has chosen. */
  readonly isChosen?: boolean
  /**
   * The value is written from left to right in every language, such as a code or the name of a host. So is an address.
   */
  readonly isLeftToRight?: boolean
  /** The value is a text of the service, whose line breaks stay. */
  readonly hasLines?: boolean
  /** The value in parts, such as a sentence of the service and the names in it. They are inserted instead of it. */
  readonly parts?: readonly Variable[]
}

export type Variables = Readonly<Record<string, Variable>>

/** Text and values without conditions, in the order in which they appear. */
export type FilledPart = string | Variable

const TAG = /\{\{\s*(?:#if\s+(?<condition>\w+)|(?<end>\/if)|(?<variable>\w+))\s*\}\}/gu
const NESTING_MAX = 20

/**
 * Parses `{{ name }}` and `{{#if name}}…{{/if}}`, a part of the Handlebars syntax.
 *
 * @returns null if the text is not a template; it is then used unchanged
 */
export function parseTemplate(text: string): Template | null {
  const open: { readonly condition: string; readonly parts: TemplatePart[] }[] = [{ condition: '', parts: [] }]
  let end = 0
  for (const match of text.matchAll(TAG)) {
    const before = text.slice(end, match.index)
    if (before.includes('{{')) return null
    const inner = open.at(-1)
    if (!inner) return null
    if (before !== '') inner.parts.push(before)
    end = match.index + match[0].length
    const { condition, variable } = match.groups ?? {}
    if (variable !== undefined) inner.parts.push({ variable })
    else if (condition !== undefined) open.push({ condition, parts: [] })
    else {
      open.pop()
      open.at(-1)?.parts.push({ if: inner.condition, shown: inner.parts })
    }
    if (open.length === 0 || open.length > NESTING_MAX) return null
  }
  const rest = text.slice(end)
  const [root] = open
  if (!root || open.length > 1 || rest.includes('{{')) return null
  if (rest !== '') root.parts.push(rest)
  return root.parts
}

/**
 * Replaces conditions and placeholders. A value is not read as a template, and a placeholder without a value is empty.
 */
export function fillTemplate(text: string, variables: Variables): FilledPart[] {
  const template = parseTemplate(text)
  return template === null ? [text] : fill(template, variables)
}

/** Makes one value from a standard text with values in it. The text is no Markdown, and its values stay values. */
export function composeVariable(text: string, variables: Variables): Variable {
  const parts = fillTemplate(text, variables).map((part) =>
    typeof part === 'string' ? { value: part, hasLines: true } : part,
  )
  return { value: parts.map(({ value }) => value).join(''), parts }
}

function fill(template: Template, variables: Variables): FilledPart[] {
  return template.flatMap((part): readonly FilledPart[] => {
    if (typeof part === 'string') return [part]
    const variable = valueOf('variable' in part ? part.variable : part.if, variables)
    if ('variable' in part) return variable ? (variable.parts ?? [variable]) : []
    return variable && variable.value !== '' ? fill(part.shown, variables) : []
  })
}

function valueOf(name: string, variables: Variables): Variable | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined
}

/** The names of the placeholders and conditions. */
export function variablesOf(template: Template): string[] {
  return template.flatMap((part) => {
    if (typeof part === 'string') return []
    return 'variable' in part ? [part.variable] : [part.if, ...variablesOf(part.shown)]
  })
}
