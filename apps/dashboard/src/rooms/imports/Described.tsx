import type { ReactNode } from 'react'

/** A description of a file or a value, whose code is between backticks. */
export function Described({ text }: { readonly text: string }): ReactNode {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} dir="ltr">
        {part}
      </code>
    ) : (
      part
    ),
  )
}
