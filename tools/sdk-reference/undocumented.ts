import { firstSentence } from './pages.ts'
import type { Comment, Entry } from './read-entries.ts'

/** How a first sentence does not start, because it needs another comment to be understood. */
const reference = /^(?:As|Like|See|The same|Same)\b/

/**
 * Returns what a reader of the reference would miss, by entry: types and exports whose comment does not begin with a
 * sentence that says what they are, and members without a comment.
 */
export function findUndocumented(entries: readonly Entry[]): ReadonlyMap<string, readonly string[]> {
  const found = entries.map(({ specifier, exports, mentioned }): [string, readonly string[]] => [
    specifier,
    [...exports, ...mentioned].flatMap(({ name, comment, members }) => [
      ...(isSentence(comment) ? [] : [name]),
      ...members
        .filter((member) => member.isDeclared && !isExplained(member.comment) && !isExcluded(member.signatures))
        .map((member) => `${name}.${member.name}`),
    ]),
  ])
  return new Map(found.filter(([, names]) => names.length > 0))
}

function isSentence(comment: Comment): boolean {
  const sentence = firstSentence(comment)
  return /^[A-Z`\d].*[.?]$/.test(sentence) && !reference.test(sentence)
}

/** A comment of tags is enough for a member, such as `@deprecated` with what replaces it. */
function isExplained({ text, tags }: Comment): boolean {
  return text !== '' || tags.size > 0
}

/** Members that an option excludes have no value to explain. */
function isExcluded([signature = '']: readonly string[]): boolean {
  return signature.endsWith(': never')
}
