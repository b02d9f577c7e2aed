'use client'

import { useRef, useState, type ComponentType, type ReactNode, type RefObject } from 'react'
import { useAction, type Action } from '../../hooks/useAction.ts'
import { useChange } from '../../hooks/useChange.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { ConfirmForm } from '../page/ConfirmForm.tsx'
import { AccountFailure } from '../page/AccountFailure.tsx'
import { Notice } from '../../parts/Notice.tsx'
import type { NotAPicture } from './picture-file.ts'
import type { PictureEditorProps } from './PictureEditor.tsx'
import { SettingsRow } from '../page/SettingsRow.tsx'
import { useRow } from '../page/useRow.ts'

interface Opened {
  readonly picture: ImageBitmap
  readonly Editor: ComponentType<PictureEditorProps>
}

export interface PictureRowProps {
  readonly label: string
  readonly note?: string
  /** The picture, or what replaces a missing one. */
  readonly avatar: ReactNode
  /** Whether there is a picture that can be removed. */
  readonly hasPicture: boolean
  /** Stores a data URL, or removes the picture. */
  readonly save: (profileImageUrl: string | null) => Promise<void>
  readonly removalQuestion: string
  readonly removalConsequence?: string
}

/** A picture: selected from a file, cropped, and sent as a small JPEG; or removed. */
export function PictureRow(props: PictureRowProps): ReactNode {
  const t = useTranslate()
  const { label, note, avatar, hasPicture, save } = props
  const row = useRow()
  const input = useRef<HTMLInputElement>(null)
  const removal = useChange(
    () => save(null),
    () => row.finish(t('Picture removed.')),
  )
  const { choice, opened } = usePictureChoice(() => row.start('edit'))
  return (
    <SettingsRow
      row={row}
      label={label}
      note={note}
      value={
        <>
          {avatar}
          {choice.error && (
            <Notice
              title={t('This file could not be opened as a picture.')}
              text={t('Choose a JPEG, PNG or WebP file.')}
            />
          )}
          <AccountFailure failure={choice.failure} />
        </>
      }
      action={
        <>
          <PictureInput input={input} onChoose={(file) => void choice.submit(file)} />
          <Button
            variant="quiet"
            phase={choice.phase}
            pendingText={t('Opening…')}
            onClick={() => {
              row.close()
              input.current?.click()
            }}
          >
            {hasPicture ? t('Change') : t('Choose picture')}
          </Button>
          {hasPicture && (
            <Button variant="quiet" onClick={() => row.start('removal')}>
              {t('Remove…')}
            </Button>
          )}
        </>
      }
    >
      {row.open?.act === 'edit' && opened && (
        <opened.Editor
          picture={opened.picture}
          save={save}
          onCancel={row.close}
          onSaved={() => row.finish(t('Picture saved.'))}
        />
      )}
      {row.open?.act === 'removal' && (
        <ConfirmForm
          question={props.removalQuestion}
          consequence={props.removalConsequence}
          confirmText={t('Remove picture')}
          pendingText={t('Removing…')}
          action={removal}
          onCancel={row.close}
        />
      )}
    </SettingsRow>
  )
}

interface PictureChoice {
  readonly choice: Action<[file: File], NotAPicture>
  readonly opened: Opened | null
}

/** Opens a file as a picture, and loads the picture editor with the first one. */
function usePictureChoice(onOpened: () => void): PictureChoice {
  const [opened, setOpened] = useState<Opened | null>(null)
  const choice = useAction(async (file: File) => {
    const [{ PictureEditor }, { NotAPicture, readPicture }] = await Promise.all([
      import('./PictureEditor.tsx'),
      import('./picture-file.ts'),
    ])
    try {
      setOpened({ picture: await readPicture(file), Editor: PictureEditor })
      onOpened()
      return { status: 'ok' }
    } catch (error) {
      if (error instanceof NotAPicture) return { status: 'error', error }
      throw error
    }
  }, 'ready')
  return { choice, opened }
}

function PictureInput({
  input,
  onChoose,
}: {
  readonly input: RefObject<HTMLInputElement | null>
  readonly onChoose: (file: File) => void
}): ReactNode {
  return (
    <input
      ref={input}
      className="portico-file"
      type="file"
      accept="image/*"
      // The buttons open the file dialog, so the input is not a second stop for the keyboard.
      tabIndex={-1}
      aria-hidden="true"
      onChange={(event) => {
        const [file] = event.target.files ?? []
        // Lets the user select the same file again.
        event.target.value = ''
        if (file) onChoose(file)
      }}
    />
  )
}
