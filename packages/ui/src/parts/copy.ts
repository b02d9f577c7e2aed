'use client'

import { useEffect, useState } from 'react'

const COPIED_MILLIS = 2_000

export interface Copying {
  readonly isCopied: boolean
  /** Whether the latest attempt failed, so that the visitor has to copy by hand. */
  readonly hasFailed: boolean
  /** Resolves to whether the text is in the clipboard. */
  readonly copy: (text: string) => Promise<boolean>
}

/** Copies texts. `isCopied` holds for two seconds. */
export function useCopying(): Copying {
  const [latest, setLatest] = useState<{ readonly isCopied: boolean } | null>(null)
  useEffect(() => {
    if (!latest?.isCopied) return
    const timer = setTimeout(() => setLatest(null), COPIED_MILLIS)
    return () => clearTimeout(timer)
  }, [latest])
  return {
    isCopied: latest?.isCopied === true,
    hasFailed: latest?.isCopied === false,
    copy: async (text) => {
      const isCopied = await copyText(text)
      setLatest({ isCopied })
      return isCopied
    },
  }
}

/** Copies a text. Resolves to whether it is in the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Browsers offer the clipboard only to secure pages, which excludes `http://` on another machine.
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  Object.assign(area.style, { position: 'fixed', opacity: '0' })
  const focused = document.activeElement
  // While a modal dialog is open, only its content can be selected.
  ;(focused?.closest('dialog') ?? document.body).append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
