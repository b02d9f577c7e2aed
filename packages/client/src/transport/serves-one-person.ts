import type { Ports } from './ports.ts'

/**
 * Returns whether this process acts for one person: a page in a browser, or an app on a device. A server acts for many,
 * so it must not keep what belongs to one of them.
 */
export function servesOnePerson({ browser, appSignIn }: Pick<Ports, 'browser' | 'appSignIn'>): boolean {
  return browser() !== null || appSignIn !== undefined
}
