/** The part of the script that this file uses. */
interface TurnstileScript {
  render(
    container: HTMLElement,
    options: {
      readonly sitekey: string
      readonly action: string
      readonly appearance: 'interaction-only'
      readonly callback: (token: string) => void
      readonly 'error-callback': () => void
      readonly 'timeout-callback': () => void
      readonly 'unsupported-callback': () => void
    },
  ): string | null | undefined
  remove(widget: string): void
}

const SCRIPT_URL = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'
/**
 * Long enough for a person whom the script asks. The script has limits of its own; this one ends a call if the script
 * hangs.
 */
const TIME_LIMIT_MILLIS = 120_000

let loading: Promise<TurnstileScript | null> | undefined

/**
 * Lets Turnstile tell a person from a program. It is visible only if it needs the person.
 *
 * @returns the token; null outside a browser, and if the script cannot be loaded or run, gives up, or does not answer
 *   in time
 */
export async function solveTurnstile(siteKey: string, action: string): Promise<string | null> {
  if (typeof document === 'undefined') return null
  // A policy of the page can forbid to set the address of a script.
  const script = await (loading ??= loadScript().catch(() => null))
  if (!script) {
    // The next call tries again.
    loading = undefined
    return null
  }
  const container = document.createElement('div')
  let widget: string | null | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    // In the top layer, in the middle of the window.
    container.popover = 'manual'
    Object.assign(container.style, { padding: '0', border: '0', background: 'none' })
    document.body.append(container)
    container.showPopover()
    return await new Promise((resolve) => {
      const giveUp = (): void => resolve(null)
      timer = setTimeout(giveUp, TIME_LIMIT_MILLIS)
      widget = script.render(container, {
        sitekey: siteKey,
        action,
        appearance: 'interaction-only',
        callback: resolve,
        'error-callback': giveUp,
        'timeout-callback': giveUp,
        'unsupported-callback': giveUp,
      })
      // Without a widget, the script calls no callback.
      if (!widget) giveUp()
    })
  } catch {
    // A browser without popovers, or a site key that the script refuses.
    return null
  } finally {
    clearTimeout(timer)
    if (widget) script.remove(widget)
    container.remove()
  }
}

function loadScript(): Promise<TurnstileScript | null> {
  return new Promise((resolve) => {
    const element = document.createElement('script')
    element.src = SCRIPT_URL
    // The script sets this global before the event.
    element.addEventListener('load', () => resolve((window as { turnstile?: TurnstileScript }).turnstile ?? null))
    element.addEventListener('error', () => {
      element.remove()
      resolve(null)
    })
    document.head.append(element)
  })
}
