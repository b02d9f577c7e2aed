import { useRef, type ReactNode } from 'react'

import { LinkButton } from '../kit/Button.tsx'
import { FieldError } from '../kit/Field.tsx'
import { useFailureText } from '../kit/failure.ts'
import { PropertyRow } from '../kit/Rows.tsx'
import { useAction } from '@portico/ui/form/useAction'
import { useTexts } from '../language/define-texts.ts'
import { recordsTexts } from '../texts/records.ts'
import { ImageMalformed, squareImageOf } from './image.ts'

/** The picture of a record, changed in place: a file is cropped to a square in the browser. */
export function ImageRow({
  imageUrl,
  onSave,
}: {
  readonly imageUrl: string | null
  /** Null removes the picture. */
  readonly onSave: (imageUrl: string | null) => Promise<unknown>
}): ReactNode {
  const t = useTexts(recordsTexts)
  const failureText = useFailureText()
  const input = useRef<HTMLInputElement>(null)
  const saving = useAction(async (file: File | null) => {
    await onSave(file && (await squareImageOf(file)))
  })
  const { failure } = saving
  return (
    <PropertyRow
      label={t.image.label}
      action={
        <>
          {imageUrl !== null && (
            <LinkButton disabled={saving.phase === 'pending'} onClick={() => void saving.run(null)}>
              {t.image.remove}
            </LinkButton>
          )}
          <LinkButton disabled={saving.phase === 'pending'} onClick={() => input.current?.click()}>
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
              if (file) void saving.run(file)
            }}
          />
        </>
      }
    >
      {imageUrl === null ? t.image.none : t.image.set}
      {failure !== null && (
        <FieldError>{failure instanceof ImageMalformed ? t.image.unreadable : failureText(failure)}</FieldError>
      )}
    </PropertyRow>
  )
}
