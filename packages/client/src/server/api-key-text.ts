/**
 * Prefix, 45 random characters, the id of the key, type, flags, marker and checksum. The service verifies the checksum
 * before it reads the database.
 */
const format = /^[ps]k_[\da-hjkmnp-tv-z]{45}[\da-f]{32}(user|team)[0-3]574ck4u7h[\da-f]{8}$/

/** Returns null if the text does not have the format of an API key. */
export function apiKeyTypeOf(text: string): 'user' | 'team' | null {
  return (format.exec(text)?.[1] as 'user' | 'team' | undefined) ?? null
}

/** Whether a text is an API key, even a mistyped one. An access token starts with `ey` instead. */
export function isLikeApiKey(text: string): boolean {
  return /^[ps]k_/.test(text)
}
