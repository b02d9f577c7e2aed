/** Names and values, in the order of the file. */
export type Variables = Readonly<Record<string, string>>

const assignment = /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(.*?)[ \t]*$/

/** The variables with a value in the text of an environment file. */
export function readVariables(text: string): ReadonlyMap<string, string> {
  const entries = text.split(/\r?\n/).map((line): [string, string] => {
    const [, name = '', value = ''] = assignment.exec(line) ?? []
    const [, , quoted] = /^(["'`])(.*?)\1/.exec(value) ?? []
    return [name, quoted ?? value.replace(/(?:^|\s+)#.*$/, '')]
  })
  return new Map(entries.filter(([name, value]) => name !== '' && value !== ''))
}

/** Adds the variables that are missing, and sets those without a value. Existing values are kept. */
export function mergeVariables(text: string, wanted: Variables, comment: string): string {
  const present = readVariables(text)
  const missing = new Map(Object.entries(wanted).filter(([name]) => !present.has(name)))
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = text.split(/\r?\n/).map((line) => {
    const name = assignment.exec(line)?.[1] ?? ''
    const value = missing.get(name)
    if (value === undefined) return line
    missing.delete(name)
    return value === '' ? line : `${name}=${value}`
  })
  const merged = lines.join(newline)
  if (missing.size === 0) return merged
  const added = [comment, ...Array.from(missing, ([name, value]) => `${name}=${value}`), ''].join(newline)
  if (merged === '') return added
  return merged.endsWith(newline) ? merged + newline + added : merged + newline.repeat(2) + added
}

/**
 * Adds a line with the name of a file to a .gitignore. It is the last pattern there, so that no other pattern of this
 * file includes the file again.
 */
export function ignoreFile(text: string, file: string): string {
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${file}\n`
}

/**
 * Whether a .gitignore ignores a file in its folder: the last pattern that matches decides. For a folder that Git
 * cannot be asked about.
 */
export function isIgnoredBy(text: string, file: string): boolean {
  const last = text.split(/\r?\n/).findLast((line) => matches(line.trimEnd(), file))
  return last !== undefined && !last.startsWith('!')
}

function matches(line: string, file: string): boolean {
  const pattern = line.replace(/^!/, '').replace(/^(?:\*\*)?\//, '')
  if (line.startsWith('#') || pattern === '' || pattern.includes('/')) return false
  // This function does not support such a pattern. Return the answer after which the file is ignored once more.
  if (/[[\\]/.test(pattern)) return line.startsWith('!')
  const source = pattern
    .replaceAll(/[.+^${}()|\]]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${source}$`).test(file)
}
