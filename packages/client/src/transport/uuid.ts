const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a text can be an id of the service. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}
