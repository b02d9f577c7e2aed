import type { ReactNode } from 'react'

import { useMay, type MayProps } from '../../kit/May.tsx'
import { Note } from '../../kit/States.tsx'
import { useTexts } from '../../language/useTexts.ts'
import { recordsTexts } from '../../texts/en/records.ts'
import '../../kit/rows.css'

/**
 * Settings that only some roles change. Without the right they can be read: every control in them is disabled, and
 * there is nothing to save. What only reads, such as a preview, belongs beside them.
 */
export function Editable({ right, children, hasNote = true }: MayProps & { readonly hasNote?: boolean }): ReactNode {
  const { readOnly } = useTexts(recordsTexts).staff
  if (useMay()(right)) return children
  return (
    <fieldset disabled className="read-only">
      {hasNote && <Note>{readOnly}</Note>}
      {children}
    </fieldset>
  )
}
