export function isPast(at: Date): boolean {
  return at.getTime() <= Date.now()
}
