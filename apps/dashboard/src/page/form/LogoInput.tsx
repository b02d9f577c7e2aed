import { LOGO_MAX_BYTES } from '@portico/client/admin'
import { useRef, useState, type ReactNode } from 'react'

import { Button, LinkButton } from '../../kit/Button.tsx'
import { FieldError } from '../../kit/Field.tsx'
import { useFormat } from '../../language/format.ts'
import type { BrandingTexts } from '../../texts/en/branding.ts'
import css from './logo-input.module.css'

/** The types that the service accepts. SVG can contain scripts. */
const types = ['image/png', 'image/jpeg', 'image/gif', 'image/bmp', 'image/webp']

export interface LogoInputProps {
  readonly label: string
  /** The address of the stored image, or an inline one; empty: none. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly texts: BrandingTexts
}

/** A logo, chosen as a file or dropped. What is wrong with a file is said at once, and the image before stays. */
export function LogoInput({ label, value, onChange, texts: t }: LogoInputProps): ReactNode {
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return
    const isTooLarge = file.size > LOGO_MAX_BYTES
    const found = !types.includes(file.type)
      ? t.notAnImage
      : isTooLarge
        ? t.tooLarge(format.number(Math.ceil(file.size / 1_024)))
        : null
    setProblem(found)
    if (found === null) onChange(await inlineImageOf(file))
  }
  return (
    <>
      <div
        className={css['logo']}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void choose(event.dataTransfer.files[0])
        }}
      >
        {value !== '' && (
          <span className={css['shown']}>
            <img src={value} alt={label} />
          </span>
        )}
        <Button size="small" onClick={() => input.current?.click()}>
          {t.choose}
        </Button>
        {value === '' ? (
          <span className="soft small">{t.drop}</span>
        ) : (
          <LinkButton
            onClick={() => {
              setProblem(null)
              onChange('')
            }}
          >
            {t.remove}
          </LinkButton>
        )}
        <input
          ref={input}
          type="file"
          aria-label={label}
          accept={types.join(',')}
          hidden
          onChange={({ target }) => {
            void choose(target.files?.[0])
            target.value = ''
          }}
        />
      </div>
      {problem !== null && <FieldError>{problem}</FieldError>}
    </>
  )
}

function inlineImageOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    // `readAsDataURL` gives text.
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'))
    reader.readAsDataURL(file)
  })
}
