import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  type Page,
} from 'playwright-core'
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
      // A page of a test ends before optimised code has paid for its compilation.
      '--js-flags=--no-opt --no-maglev',
    ],
  })
}

/** A part of a browser: what it opens is apart from the profiles of other parts. */
export interface BrowserShare {
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
  /** Closes what this part has opened. */
  close(): Promise<void>
}

let shared: Promise<Browser> | undefined
const forget = (): void => void (shared = undefined)

/**
 * Returns a part of this process's browser. The test files of a worker share it, because each start takes a second of a
 * core.
 */
export async function shareChromium(): Promise<BrowserShare> {
  shared ??= launchChromium().then((browser) => browser.on('disconnected', forget))
  shared.catch(forget)
  const browser = await shared
  const contexts = new Set<BrowserContext>()
  return {
    async newContext(options) {
      const context = await browser.newContext(options)
      contexts.add(context)
      context.on('close', () => contexts.delete(context))
      return context
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()))
    },
  }
}

/** A virtual authenticator and the session of the DevTools protocol that controls it. */
export interface VirtualAuthenticator {
  readonly session: CDPSession
  readonly authenticatorId: string
}

/** Adds a virtual platform authenticator that confirms every ceremony. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, authenticatorId }
}

/** Turns off passkey autofill. With autofill, the virtual authenticator selects the only passkey automatically. */
export async function disableAutofill(page: Page): Promise<void> {
  await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)')
}
