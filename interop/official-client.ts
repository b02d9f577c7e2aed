import type * as Official from '@stackframe/js'
import { vi } from 'vitest'

/**
 * The published official clients that the service supports: the oldest version of the 2.8 line and the newest that can
 * be installed.
 */
export const officialVersions = ['2.8.3', '2.8.108'] as const

export type OfficialVersion = (typeof officialVersions)[number]

export interface OfficialClientOptions {
  /** Origin of the service; the clients append `/api/v1`. */
  baseUrl: string
  projectId: string
  publishableClientKey: string
  redirectMethod?: 'window'
}

type OfficialModule = typeof Official

/** The unmodified official client app. Both versions match the types of the older one. */
export type OfficialClientApp = InstanceType<OfficialModule['StackClientApp']>

/**
 * Creates the official client app with its tokens in memory.
 *
 * Evaluates the modules again for each app, because they keep caches and sessions in module variables. Two browser tabs
 * do not share these, so two apps must not either.
 */
export async function createOfficialClient(
  version: OfficialVersion,
  options: OfficialClientOptions,
): Promise<OfficialClientApp> {
  vi.resetModules()
  const { StackClientApp } = await importOfficial(version)
  return new StackClientApp({ ...options, tokenStore: 'memory' })
}

export interface OfficialServerOptions extends Omit<OfficialClientOptions, 'redirectMethod'> {
  secretServerKey: string
}

export type OfficialServerApp = InstanceType<OfficialModule['StackServerApp']>

/** Creates the official server app with its tokens in memory. */
export async function createOfficialServer(
  version: OfficialVersion,
  options: OfficialServerOptions,
): Promise<OfficialServerApp> {
  vi.resetModules()
  const { StackServerApp } = await importOfficial(version)
  return new StackServerApp({ ...options, tokenStore: 'memory' })
}

export interface OfficialAdminOptions extends OfficialServerOptions {
  superSecretAdminKey: string
}

export type OfficialAdminApp = InstanceType<OfficialModule['StackAdminApp']>

/** Creates the official admin app with its tokens in memory. */
export async function createOfficialAdmin(
  version: OfficialVersion,
  options: OfficialAdminOptions,
): Promise<OfficialAdminApp> {
  vi.resetModules()
  const { StackAdminApp } = await importOfficial(version)
  return new StackAdminApp({ ...options, tokenStore: 'memory' })
}

function importOfficial(version: OfficialVersion): Promise<OfficialModule> {
  switch (version) {
    case '2.8.3':
      return import('@stackframe/js')
    case '2.8.108':
      // The newer types extend the older ones and do not contradict them in the calls of our tests.
      return import('stackframe-js-newest') as unknown as Promise<OfficialModule>
  }
}
