import { chromium, type Browser } from 'playwright-core'
import { findChromium } from './programs.ts'

/** Starts the installed Chromium without a window, and without anything that would go to the network by itself. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium was found. Install one, or name it in PORTICO_CHROMIUM.')
  return chromium.launch({
    executablePath,
    args: [
      // Chromium refuses its sandbox to root, which is who runs the tests in most containers.
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
