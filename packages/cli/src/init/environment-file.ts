/** Names and values, in the order of the file. */
export type Variables = Readonly<Record<string, string>>

const assignment = /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(.*?)[ \t]*$/

/** The variables with a value in the text of an environment file. */
export function namesWithValue(text: string): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, name = '', value = ''] = assignment.exec(line) ?? []
    return name !== '' && !/^(?:["'`]{2})?(?:#.*)?$/.test(value) ? [name] : []
  })
}

/** Adds the variables that are missing, and sets those without a value. Existing values are kept. */
export function mergeVariables(text: string, wanted: Variables, comment: string): string {
  const present = new Set(namesWithValue(text))
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

/** Adds a line with a file to a .gitignore, unless one of its patterns has it. */
export function ignoreFile(text: string, file: string): string {
  const patterns = new Set([file, `/${file}`, '.env*', '/.env*', '.env.*', '.env*.local', '/.env*.local', '*.local'])
  if (text.split(/\r?\n/).some((line) => patterns.has(line.trim()))) return text
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${file}\n`
}
