/** Returns the identity that the sealed client secret, or private key, of a sign-in provider is bound to. */
export function providerSecretIdentity(projectId: string, providerId: string): string {
  return `oauth_providers/${projectId}/${providerId}`
}
