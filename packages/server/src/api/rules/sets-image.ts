/** Whether a body, valid or not, sets an image. */
export function setsImage(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('profile_image_url' in body)) return false
  return typeof body.profile_image_url === 'string'
}
