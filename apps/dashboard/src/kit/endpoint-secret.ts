const SECRET_BYTES = 24

/** Creates the key that signs requests to an endpoint: `whsec_` and 24 random bytes in base64. */
export function createEndpointSecret(): string {
  return `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))}`
}

/** Whether a text looks like the key of an endpoint. The service checks its length. */
export function isEndpointSecret(text: string): boolean {
  return /^whsec_[A-Za-z\d+/]{32,88}={0,2}$/.test(text)
}
