import type { ReactNode } from 'react'

import { Avatar } from '../kit/Avatar.tsx'

/** The logo: a pediment over three columns, in one line weight. */
export function Mark(): ReactNode {
  return (
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3 9 12 3.5 21 9ZM5.5 9v9.5M12 9v9.5M18.5 9v9.5M3 20.5h18" />
    </svg>
  )
}

/** The mark of a project: its initials, in a colour that stays the same if the name changes. */
export function ProjectMark({
  project: { id, displayName },
}: {
  readonly project: { readonly id: string; readonly displayName: string }
}): ReactNode {
  return <Avatar kind="project" name={displayName} colourOf={id} />
}
