import { defaultPorts, type Ports } from '../transport/ports.ts'

/** Whether an app uses the dialogs of the browser. */
export interface BrowserDialogs {
  /**
   * As the original SDK does, asks for the code of the authenticator app with `window.prompt` during the sign-in. Shows
   * an invalid code on the callback page, and errors that no code handles, with `window.alert`. The pages need no
   * second step then. Default: false.
   */
  browserDialogs?: boolean
}

const pagesWithAlerts = new WeakSet<object>()

/** Returns the environment of an app, with the browser's dialogs if its options choose them. */
export function withBrowserDialogs({ browserDialogs = false }: BrowserDialogs, ports: Ports = defaultPorts): Ports {
  const browser = ports.browser()
  if (!browserDialogs || !browser) return ports
  if (!pagesWithAlerts.has(browser)) {
    pagesWithAlerts.add(browser)
    browser.addEventListener?.('unhandledrejection', ({ reason }) => {
      browser.alert?.(reason instanceof Error ? reason.message : String(reason))
    })
  }
  return {
    ...ports,
    prompt: (message) => browser.prompt?.(message) ?? null,
    alert: (message) => browser.alert?.(message),
  }
}
