import { X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { Button, IconButton } from './Button.tsx'
import { useFailureText } from './failure.ts'
import './overlay.css'
import { dismissToast, showToast, useToasts, type Toast } from './toast.ts'

const SHOWN_MILLIS = 8_000

/** The toasts, above everything else. A toast stays while it is hovered or has the focus. */
export function Toasts(): ReactNode {
  const toasts = useToasts()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Shown again, so that it is above a dialog that opened later.
    place.current?.hidePopover()
    if (toasts.length > 0) place.current?.showPopover()
  }, [toasts])
  return (
    <div ref={place} className="toasts" popover="manual" role="status">
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastLine({ toast }: { readonly toast: Toast }): ReactNode {
  const t = useTexts(kitTexts)
  const failureText = useFailureText()
  const [isHeld, setHeld] = useState(false)
  const { id, text, undo } = toast
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(id), SHOWN_MILLIS)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  return (
    <div
      className="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{text}</span>
      <span className="row">
        {undo && (
          <Button
            size="small"
            onClick={() => {
              dismissToast(id)
              undo().catch((failure: unknown) => showToast({ text: failureText(failure) }))
            }}
          >
            {t.undo}
          </Button>
        )}
        <IconButton size="small" label={t.dismiss} onClick={() => dismissToast(id)}>
          <X />
        </IconButton>
      </span>
    </div>
  )
}
