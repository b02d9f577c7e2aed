/** HSTS, which is sent only over HTTPS (RFC 6797 section 7.2). */
export function strictTransport(isHttps: boolean): Record<string, string> {
  return isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}
}

/** The security headers of an answer that is not a page: no other site may frame, embed or run it. */
export function securityHeaders(isHttps: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...strictTransport(isHttps),
  }
}
