'use client'

import { createContext, useContext, useEffect, useRef, useState } from 'react'

/**
 * Counts the reads of an ended session that a page still shows after a new sign-in. The service refuses changes through
 * their objects.
 */
export class StaleReads {
  #count = 0
  #waiting: (() => void)[] = []

  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** @returns a function to call once the page shows the read of the present session, or no longer shows the read */
  readonly begin = (): (() => void) => {
    this.#count += 1
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      this.#count -= 1
      if (this.isEmpty) for (const resolve of this.#waiting.splice(0)) resolve()
    }
  }

  async whenEmpty(): Promise<void> {
    if (!this.isEmpty) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}

/** Null outside of a page that outlives its session. */
export const StaleReadsContext = createContext<StaleReads | null>(null)

/** An act that waits until the page shows nothing stale, and then acts on what the page shows. */
export interface ActAfterReads {
  readonly isWaiting: boolean
  readonly run: () => void
}

export function useAfterReads(act: () => unknown): ActAfterReads {
  const stale = useContext(StaleReadsContext)
  const [isWaiting, setWaiting] = useState(false)
  const latest = useRef<(() => unknown) | null>(act)
  useEffect(() => {
    latest.current = act
    return () => {
      latest.current = null
    }
  })
  async function runLater(reads: StaleReads): Promise<void> {
    setWaiting(true)
    await reads.whenEmpty()
    setWaiting(false)
    latest.current?.()
  }
  return {
    isWaiting,
    run: () => {
      if (stale === null || stale.isEmpty) act()
      else if (!isWaiting) void runLater(stale)
    },
  }
}
