import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** A failure that belongs to no field, said in the place where it happened. */
export function Notice({ title, text }: { readonly title: string; readonly text?: string | undefined }): ReactNode {
  return (
    <div className="portico-notice" role="alert">
      <Icon name="alert" />
      <div>
        <p className="portico-notice-title">{title}</p>
        {text !== undefined && <p className="portico-notice-detail">{text}</p>}
      </div>
    </div>
  )
}
