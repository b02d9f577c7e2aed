import { lockLevels } from '../../packages/server/src/platform/db/lock-levels.ts'

const levels = /(?<=<!-- lock levels: written by `npm run generate` -->\n\n)[^]*?(?=\n<!-- end of lock levels -->)/

/** Returns the document with the current table of the lock levels between its markers. */
export function withLockLevels(document: string): string {
  if (!levels.test(document)) throw new Error('The document has no markers of the lock levels.')
  return document.replace(levels, levelTable)
}

function levelTable(): string {
  const rows = lockLevels.map(({ locked, name, several = {}, tables }, index) => {
    const orders = Object.entries(several).map(([table, key]) => `\`${table}\` by ${key.join(' and ')}`)
    const names = tables.map((table) => `\`${table}\``)
    return `| ${index + 1} ${name} | ${names.join(', ')} | ${orders.join('; ')} | ${locked} |`
  })
  return ['| Level | Tables | Several rows, in order | Locked |', '|---|---|---|---|', ...rows, ''].join('\n')
}
