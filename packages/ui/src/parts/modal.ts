'use client'

import { useLayoutEffect, useRef, type DialogHTMLAttributes, type RefObject } from 'react'

import { isPopoverOpen } from './placement.ts'

/**
 * Opens a dialog as modal while its component is rendered. The browser contains the focus, makes the rest of the page
 * inert, and returns the focus to the control that opened the dialog. An element with `data-autofocus` has the focus
 * first, else the first control.
 *
 * @param onOpen a function outside the component; what it returns is called when the dialog closes
 */
export function useModal(onOpen?: () => () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect: the browser returns the focus only while the element is in the document.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const onClosed = onOpen?.()
    element.showModal()
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      element.close()
      onClosed?.()
    }
  }, [onOpen])
  return dialog
}

/**
 * The handlers of a modal dialog that closes on Escape and on a press outside.
 *
 * @param onClose undefined while the dialog must not close
 */
export function modalEvents(
  onClose: (() => void) | undefined,
): Required<Pick<DialogHTMLAttributes<HTMLDialogElement>, 'onCancel' | 'onKeyDown' | 'onPointerDown'>> {
  return {
    onCancel: (event) => {
      // The cancelled choice of a file bubbles from its field.
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      onClose?.()
    },
    onKeyDown: (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !event.currentTarget.matches(':modal')) return
      if (isPopoverOpen()) return
      // Chromium closes a dialog at the second Escape, even if its `cancel` event is prevented.
      event.preventDefault()
      event.stopPropagation()
      onClose?.()
    },
    onPointerDown: ({ target, currentTarget, clientX: x, clientY: y }) => {
      // Presses of the backdrop have the dialog as their target too.
      const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
      if (target === currentTarget && (x < left || x > right || y < top || y > bottom)) onClose?.()
    },
  }
}
