import { readFileSync } from 'node:fs'

let list: string | undefined

/**
 * Returns whether the password is one of the 18,000 most common ones. Compares the whole value and ignores case.
 *
 * The list is read at the first call and kept as one sorted string of 170 kB, which takes less memory than a `Set`. A
 * binary search reads only a few lines of it.
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
