import { createElement, Fragment, type ReactNode } from 'react'

/** Replaces `{name}` in a text by the part of that name, for sentences with elements in them. */
export function fill(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  // `split` with a group returns texts and names in turn.
  return text
    .split(/\{(\w+)\}/)
    .map((piece, index) => createElement(Fragment, { key: index }, index % 2 === 0 ? piece : parts[piece]))
}
