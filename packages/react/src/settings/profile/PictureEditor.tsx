'use client'

import { useEffect, useId, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { useChange } from '../../hooks/useChange.ts'
import { useTranslate } from '../../i18n/language.ts'
import { EditForm } from '../page/EditForm.tsx'
import { moved, placed, placeOf, wholeOf, ZOOM_MAX, ZOOM_MIN, ZOOM_STEP, zoomed } from './picture-crop.ts'
import { drawSquare, encodeSquare } from './picture-file.ts'

export interface PictureEditorProps {
  readonly picture: ImageBitmap
  /** Stores the square as a data URL. */
  readonly save: (profileImageUrl: string) => Promise<void>
  readonly onCancel: () => void
  readonly onSaved: () => void
}

/** Displayed at half this size, so that it is sharp on dense screens. */
const CANVAS_PIXELS = 448

/** Selects a square of the picture, shown round. The pointer moves it, and sliders move it by keyboard. */
export function PictureEditor({ picture, save, onCancel, onSaved }: PictureEditorProps): ReactNode {
  const t = useTranslate()
  const canvas = useRef<HTMLCanvasElement>(null)
  const grabbed = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const [view, setView] = useState(() => wholeOf(picture))
  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, picture, view)
  }, [picture, view])
  const saving = useChange(async () => save(await encodeSquare(picture, view)), onSaved)

  const { share, room } = placeOf(picture, view)

  function onPointerMove(event: PointerEvent<HTMLCanvasElement>): void {
    const from = grabbed.current
    if (!from) return
    const { width } = event.currentTarget.getBoundingClientRect()
    const [byX, byY] = [(from.x - event.clientX) / width, (from.y - event.clientY) / width]
    setView((before) => moved(picture, before, byX, byY))
    grabbed.current = { x: event.clientX, y: event.clientY }
  }

  return (
    <EditForm onSubmit={saving.submit} onCancel={onCancel} action={saving} submitText={t('Save picture')}>
      <div className="portico-crop">
        <canvas
          ref={canvas}
          className="portico-crop-frame"
          width={CANVAS_PIXELS}
          height={CANVAS_PIXELS}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            grabbed.current = { x: event.clientX, y: event.clientY }
          }}
          onPointerMove={onPointerMove}
          onPointerUp={() => {
            grabbed.current = null
          }}
          onPointerCancel={() => {
            grabbed.current = null
          }}
        />
        <div className="portico-crop-controls">
          <Slider
            label={t('Zoom')}
            value={view.zoom}
            min={ZOOM_MIN}
            max={ZOOM_MAX}
            step={ZOOM_STEP}
            onChange={(zoom) => setView((before) => zoomed(picture, before, zoom))}
          />
          <Slider
            label={t('Left to right')}
            value={share.across}
            disabled={!room.across}
            onChange={(across) => setView((before) => placed(picture, before, { across }))}
          />
          <Slider
            label={t('Top to bottom')}
            value={share.down}
            disabled={!room.down}
            onChange={(down) => setView((before) => placed(picture, before, { down }))}
          />
          <p className="portico-hint">{t('Drag the picture, or use the sliders.')}</p>
        </div>
      </div>
    </EditForm>
  )
}

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly disabled?: boolean
  readonly onChange: (value: number) => void
}

function Slider({ label, value, min = 0, max = 1, step = 0.02, disabled = false, onChange }: SliderProps): ReactNode {
  const id = useId()
  return (
    <div className="portico-slider">
      <label className="portico-label" htmlFor={id}>
        {label}
      </label>
      <input
        className="portico-range"
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  )
}
