/** Returns the value of a field after an update: absent fields stay unchanged. */
export function pick<T>(update: T | undefined, present: T): T {
  return update === undefined ? present : update
}
