import type { Mutation } from './mutation.ts'

/** The standards in `packages/protocols`, and WebAuthn verification. */
export const protocolMutations: readonly Mutation[] = [
  {
    check: 'a code verifier has the length and alphabet of RFC 7636',
    file: 'packages/protocols/src/pkce.ts',
    text: 'return /^[A-Za-z0-9\\-._~]{43,128}$/.test(text)',
    becomes: 'return text.length > 0',
    tests: ['protocols/src/pkce.test'],
  },
  {
    check: 'a code verifier has 32 random bytes',
    file: 'packages/protocols/src/pkce.ts',
    text: "if (randomBytes.length < 32) throw new RangeError('A code verifier requires at least 32 random bytes.')",
    tests: ['protocols/src/pkce.test'],
  },
  {
    check: 'secrets go over HTTPS or to this computer only',
    file: 'packages/protocols/src/private-transport.ts',
    text: '/^127\\.[\\d.]+$/.test(hostname)',
    becomes: "hostname.startsWith('127.')",
    tests: ['protocols/src/private-transport.test'],
  },
  {
    check: 'a TOTP code drifts by one step at most',
    file: 'packages/protocols/src/totp.ts',
    text: 'const DRIFT_STEPS = 1',
    becomes: 'const DRIFT_STEPS = 2',
    tests: ['protocols/src/totp.test'],
  },
  {
    check: 'a TOTP code is compared as a whole',
    file: 'packages/protocols/src/totp.ts',
    text: 'if (expected.length !== offered.length) return false',
    tests: ['protocols/src/totp.test'],
  },
  {
    check: 'a passkey response has bounded sizes',
    file: 'packages/server/src/flows/passkey/verify.ts',
    text: "if (Buffer.byteLength(base64url, 'base64url') > maxBytes) {",
    becomes: 'if (false as boolean) {',
    tests: ['flows/passkey/passkey.test'],
  },
  {
    check: 'a passkey ceremony runs on a trusted origin',
    file: 'packages/server/src/flows/passkey/verify.ts',
    text: '|| !isTrustedOrigin(project, url.origin)',
    tests: ['flows/passkey/passkey.test'],
  },
  {
    check: 'a passkey ceremony does not run in a cross-origin frame',
    file: 'packages/server/src/flows/passkey/verify.ts',
    text: 'if ((crossOrigin !== undefined && crossOrigin !== false) || topOrigin !== undefined) {',
    becomes: 'if (false as boolean) {',
    tests: ['flows/passkey/passkey.test'],
  },
  {
    check: 'a registration carries no attestation certificates',
    file: 'packages/server/src/flows/passkey/verify.ts',
    text: '  requireNoCertificates(attestationObject)\n',
    tests: ['flows/passkey/passkey.test'],
  },
  {
    check: 'a passkey has a usable key',
    file: 'packages/server/src/flows/passkey/verify.ts',
    text: '  requireUsableKey(credential.publicKey)\n',
    tests: ['flows/passkey/passkey.test'],
  },
  {
    check: 'the user handle matches the owner of the passkey',
    file: 'packages/server/src/flows/passkey/verify.ts',
    text: 'if (userHandle !== userHandleOf(passkey.userId)) {',
    becomes: 'if (false as boolean) {',
    tests: ['flows/passkey/passkey.test'],
  },
  {
    check: 'the signature of a passkey verifies',
    file: 'packages/server/src/flows/passkey/verify.ts',
    text: "if (!verified) throw new CeremonyRefused('The signature is not from this passkey.')",
    tests: ['flows/passkey/passkey.test'],
  },
  {
    check: 'a changed backup eligibility of a passkey is recorded',
    file: 'packages/server/src/flows/passkey/passkey.ts',
    text: 'deviceType === passkey.deviceType',
    becomes: '(true as boolean)',
    tests: ['flows/passkey/passkey.test'],
  },
]
