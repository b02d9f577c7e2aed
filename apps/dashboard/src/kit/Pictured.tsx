import type { ReactNode } from 'react'

import './text.css'

/** A picture or icon with lines beside it: the name of a record, and what is known of it. */
export function Pictured({
  picture,
  children,
}: {
  readonly picture: ReactNode
  readonly children: ReactNode
}): ReactNode {
  return (
    <div className="pictured">
      {picture}
      <div>{children}</div>
    </div>
  )
}
