import { usePicture } from '@portico/ui/parts/usePicture'
import { User } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'

import './text.css'

export interface AvatarProps {
  readonly name: string | null
  readonly imageUrl?: string | null
  readonly kind?: 'person' | 'team' | 'anonymous' | 'project'
  /** The id of a project, from which its colour follows. */
  readonly colourOf?: string
  readonly size?: 'small' | 'medium' | 'large'
  /** The signed-in owner. */
  readonly isOwn?: boolean
}

/** The picture of a record, else its initials. Decorative: the name is next to it. */
export function Avatar({
  name,
  imageUrl = null,
  kind = 'person',
  colourOf,
  size = 'small',
  isOwn = false,
}: AvatarProps): ReactNode {
  const picture = usePicture(imageUrl)
  return (
    <span
      className="face"
      data-size={size}
      data-shape={kind}
      data-own={isOwn || undefined}
      aria-hidden="true"
      // Unchecked cast: React does not list custom properties.
      {...(colourOf !== undefined && { style: { '--hue': hueOf(colourOf) } as CSSProperties })}
    >
      {picture ? (
        <img {...picture} alt="" />
      ) : kind === 'anonymous' || name === null || name.trim() === '' ? (
        <User />
      ) : (
        initialsOf(name, kind)
      )}
    </span>
  )
}

/** One of 12 hues, the same for the same id. */
function hueOf(id: string): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 997
  return (sum % 12) * 30
}

/** Two letters of a team; the first letters of the first and last word of a person or project. Ideographs give one. */
function initialsOf(name: string, kind: 'person' | 'team' | 'project'): string {
  const words = name
    .split('@', 1)
    .join('')
    .split(/[\s._-]+/)
    .map((word) => [...word.replaceAll(/[^\p{L}\p{N}]/gu, '')])
    .filter((letters) => letters.length > 0)
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last) return '?'
  if (/\p{Ideographic}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(first[0] ?? ''))
    return first[0] ?? '?'
  const letters = kind === 'team' || words.length === 1 ? first.slice(0, 2) : [first[0], last[0]]
  return letters.join('').toLocaleUpperCase()
}
