import { readDevice } from '@portico/contract'

/**
 * Password managers and platforms by the AAGUID of their passkeys. Without an attestation an authenticator can state
 * any AAGUID, so use it for display only.
 *
 * @see https://github.com/passkeydeveloper/passkey-authenticator-aaguids
 */
const passwordManagers: Readonly<Record<string, string>> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
}

/** Returns the name of a new passkey that the user has not named, such as "Bitwarden, 2026-11-23". */
export function defaultPasskeyName(aaguid: string, userAgent: string | null, at: Date): string {
  return `${passwordManagers[aaguid] ?? describeDevice(userAgent ?? '')}, ${at.toISOString().slice(0, 10)}`
}

function describeDevice(userAgent: string): string {
  const { browser, system } = readDevice(userAgent)
  if (browser === null) return system ?? 'Passkey'
  return system === null ? browser : `${browser} on ${system}`
}
