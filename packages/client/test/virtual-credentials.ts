import type { VirtualAuthenticator } from '@portico/testkit'

type Credentials = Pick<CredentialsContainer, 'get' | 'create'>

/** Wraps a virtual authenticator in the credentials API of a page, which uses buffers instead of base64url. */
export function virtualCredentials(authenticator: VirtualAuthenticator): Credentials {
  return {
    create: async (options) => {
      const { challenge, user } = options?.publicKey ?? {}
      const answer = authenticator.register({ challenge: encode(challenge), user: { id: encode(user?.id) } })
      const { transports, ...response } = answer.response
      return credentialOf({ ...answer, response }, { getTransports: () => transports })
    },
    get: async (options) =>
      credentialOf(authenticator.authenticate({ challenge: encode(options?.publicKey?.challenge) })),
  }
}

function credentialOf(
  answer: { id: string; type: string; clientExtensionResults: object; response: Record<string, string> },
  methods: object = {},
): Credential {
  const buffers = Object.entries(answer.response).map(([name, value]) => [name, decode(value)])
  const credential = {
    id: answer.id,
    rawId: decode(answer.id),
    type: answer.type,
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => answer.clientExtensionResults,
    response: { ...Object.fromEntries(buffers), ...methods },
  }
  return credential
}

function encode(source: BufferSource | undefined): string {
  if (!source) throw new Error('The page called the authenticator without a challenge or a user.')
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
  return Buffer.from(bytes).toString('base64url')
}

function decode(text: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(text, 'base64url')).buffer
}
