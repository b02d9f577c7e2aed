// Small changes of a source file. A source that they do not understand stays unchanged, and the output says what its
// author must add.

/** The indentation of one level: that of the first indented line. */
export function indentOf(source: string): string {
  return /^(\t| {2,8})\S/m.exec(source)?.[1] ?? '  '
}

/** Changes the indentation of a text that has two spaces per level. */
export function withIndent(text: string, indent: string): string {
  return text.replaceAll(/^(?: {2})+/gm, (spaces) => indent.repeat(spaces.length / 2))
}

/** Adds imports before the first import, in the style of that one. */
export function addImports(source: string, imports: readonly string[]): string | null {
  const first = /^import\b.*$/m.exec(blankComments(source))
  if (!first) return null
  const quote = first[0].includes('"') ? '"' : "'"
  const end = first[0].trimEnd().endsWith(';') ? ';' : ''
  const lines = imports.map((line) => `${line.replaceAll("'", quote)}${end}\n`)
  return source.slice(0, first.index) + lines.join('') + source.slice(first.index)
}

/** Whether an import or a declaration at the top level gives the file this name. */
export function declares(source: string, name: string): boolean {
  const statement = `^(?:export )?(?:import|const|let|var|function)\\b[^'"=(]*`
  // A renamed import or part of an object has its new name behind its own.
  const asItself = `\\b${escapeName(name)}\\b(?!\\s*(?:as\\b|:))`
  return new RegExp(statement + asItself, 'm').test(blankComments(source))
}

/** Puts elements around the children of the only element with a name. Null if there is none, or several. */
export function wrapChildren(source: string, element: string, wrappers: readonly string[]): string | null {
  const code = blankComments(source)
  const openings = [...code.matchAll(new RegExp(`<${escapeName(element)}(?=[\\s>])`, 'g'))]
  const closings = [...code.matchAll(new RegExp(`</${escapeName(element)}\\s*>`, 'g'))]
  const [opening] = openings
  const [closing] = closings
  if (openings.length !== 1 || closings.length !== 1 || !opening || !closing) return null
  const start = endOfTag(code, opening.index)
  if (start === null || start > closing.index) return null
  return wrap(source, { start, end: closing.index, base: indentOfLine(source, opening.index) }, wrappers, true)
}

/** Puts elements around the only empty element with a name. Null if there is none, or several. */
export function wrapElement(source: string, element: string, wrappers: readonly string[]): string | null {
  const found = [...blankComments(source).matchAll(new RegExp(`<${escapeName(element)}\\s*/>`, 'g'))]
  const [only] = found
  if (found.length !== 1 || !only) return null
  const range = { start: only.index, end: only.index + only[0].length, base: indentOfLine(source, only.index) }
  return wrap(source, range, wrappers, false)
}

interface Range {
  readonly start: number
  readonly end: number
  /** The indentation of the element's line. */
  readonly base: string
}

function wrap(source: string, { start, end, base }: Range, wrappers: readonly string[], areChildren: boolean): string {
  const indent = indentOf(source)
  // Children are one level below their element.
  const outer = base + (areChildren ? indent : '')
  const levels = wrappers.map((_, level) => outer + indent.repeat(level))
  const inner = source.slice(start, end)
  const opened = wrappers.map((wrapper, level) => `${levels[level]}<${wrapper}>\n`).join('')
  const closed = wrappers.map((wrapper, level) => `${levels[level]}</${wrapper.split(' ')[0]}>`).toReversed()
  const wrapped = `${opened}${deeper(inner, outer, indent.repeat(wrappers.length))}\n${closed.join('\n')}`
  const around = areChildren ? `\n${wrapped}\n${base}` : wrapped.slice(base.length)
  return source.slice(0, start) + around + source.slice(end)
}

/** Moves lines to the right. */
function deeper(inner: string, outer: string, more: string): string {
  const text = inner.trim()
  // Spaces in a template literal belong to its value.
  if (text.includes('`')) return outer + more + text
  const [first = '', ...rest] = text.split('\n')
  return [outer + more + first, ...rest.map((line) => (line.trim() === '' ? line : more + line))].join('\n')
}

/** The end of a tag, behind its `>`. Values of attributes may contain that character. */
function endOfTag(code: string, start: number): number | null {
  let depth = 0
  let quote = ''
  for (let at = start; at < code.length; at += 1) {
    const character = code[at] ?? ''
    if (quote) {
      if (character === quote) quote = ''
    } else if (`"'\``.includes(character)) quote = character
    else if (character === '{') depth += 1
    else if (character === '}') depth -= 1
    else if (character === '>' && depth === 0) return code[at - 1] === '/' ? null : at + 1
  }
  return null
}

function indentOfLine(source: string, at: number): string {
  const line = source.slice(source.lastIndexOf('\n', at - 1) + 1, at)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

/** Replaces comments by spaces, so that positions stay. */
function blankComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{}])\/\/.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, ' '))
}

function escapeName(name: string): string {
  return name.replaceAll('.', String.raw`\.`)
}
