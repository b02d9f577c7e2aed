import { chromium, type Browser } from 'playwright-core'
import { findChromium } from './programs.ts'

/** Starts the installed Chromium without a window and without background network requests. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('Chromium is not installed. Install it, or set PORTICO_CHROMIUM to its path.')
  return chromium.launch({
    executablePath,
    args: [
      // The sandbox does not work for root, the user in most containers.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
