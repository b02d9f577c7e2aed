import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core'
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
