import { readFileSync } from 'node:fs'

let list: string | undefined

/**
 * Whether the password is one of the 18,000 a guesser tries first. Compares the whole value and ignores case.
 *
 * The list is read at the first call and kept as one sorted text: that takes less memory than a set, and a binary search
 * touches a few lines of it where a search from the front would go through all 170 kB.
 */
export function isCommonPassword(password: string): boolean {
  list ??= readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  const wanted = password.toLowerCase()
  let from = 0
  let to = list.length
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const start = list.lastIndexOf('\n', middle - 1) + 1
    const end = list.indexOf('\n', middle)
    const entry = list.slice(start, end)
    if (entry === wanted) return true
    if (entry < wanted) from = end + 1
    else to = start
  }
  return false
}
