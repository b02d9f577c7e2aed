import type { StaffRight } from '@portico/client/admin'
import { useRef, type ReactNode } from 'react'

import { LinkButton } from '../kit/Button.tsx'
import { May } from '../kit/May.tsx'
import { PropertyRow } from '../kit/Rows.tsx'
import { useTexts } from '../language/useTexts.ts'
import { useAct } from '../page/useAct.tsx'
import { recordsTexts } from '../texts/en/records.ts'
import { ImageMalformed, squareImageOf } from './image.ts'

/** The picture of a record, changed in place: a file is cropped to a square in the browser. */
export function ImageRow({
  right,
  imageUrl,
  onSave,
}: {
  /** The right of staff to change it. */
  readonly right: StaffRight
  readonly imageUrl: string | null
  /** Null removes the picture. */
  readonly onSave: (imageUrl: string | null) => Promise<unknown>
}): ReactNode {
  const t = useTexts(recordsTexts)
  const input = useRef<HTMLInputElement>(null)
  const saving = useAct(
    async (file: File | null) => onSave(file && (await squareImageOf(file))),
    (failure) => (failure instanceof ImageMalformed ? t.image.unreadable : undefined),
  )
  return (
    <PropertyRow
      label={t.image.label}
      action={
        <May right={right}>
          {imageUrl !== null && (
            <LinkButton disabled={saving.isPending} onClick={() => saving.run(null)}>
              {t.image.remove}
            </LinkButton>
          )}
          <LinkButton disabled={saving.isPending} onClick={() => input.current?.click()}>
            {t.image.upload}
          </LinkButton>
          <input
            ref={input}
            type="file"
            accept="image/*"
            hidden
            onChange={({ target }) => {
              const file = target.files?.[0]
              target.value = ''
              if (file) saving.run(file)
            }}
          />
        </May>
      }
    >
      {imageUrl === null ? t.image.none : t.image.set}
      {saving.failure}
    </PropertyRow>
  )
}
