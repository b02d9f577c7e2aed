import { readFileSync } from 'node:fs'

let list: string | undefined

/**
 * Whether the password is one of the 18,000 a guesser tries first. Compares the whole value and ignores case.
 *
 * The list is read at the first call and kept as one text: it takes less memory than a set, and a search of 170 kB is
 * nothing beside the hash that follows.
 */
export function isCommonPassword(password: string): boolean {
  list ??= `\n${readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')}`
  return !password.includes('\n') && list.includes(`\n${password.toLowerCase()}\n`)
}
