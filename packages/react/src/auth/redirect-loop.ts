const STORAGE_KEY = 'portico-automatic-redirects'
const WINDOW_MILLIS = 30_000
/**
 * The redirecting effect may run more than once per visit, for example after a remount. Runs within this time count
 * once.
 */
const SAME_VISIT_MILLIS = 300
/** One more redirect to the same page within the window is a loop. */
const REDIRECTS_MAX = 4

let latest = { at: 0, isLoop: false }

/**
 * Counts an automatic redirect away from this page, in this tab. Returns true if there were too many to the same page,
 * which means that the page redirects the visitor back each time. The count restarts after a loop.
 *
 * @param target any identifier of the target page
 */
export function isRedirectLoop(target: string): boolean {
  const now = Date.now()
  if (now - latest.at > SAME_VISIT_MILLIS) latest = { at: now, isLoop: countRedirect(target, now) }
  return latest.isLoop
}

function countRedirect(target: string, now: number): boolean {
  try {
    const recent = readTimes(target).filter((at) => at > now - WINDOW_MILLIS && at <= now)
    // A return by a reload counts as well: the browser does not show whether the visitor or the page caused the reload.
    // A visitor who causes a false alarm can continue, because the message offers to try again.
    const isLoop = recent.length >= REDIRECTS_MAX
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([target, ...(isLoop ? [] : [...recent, now])]))
    return isLoop
  } catch {
    // Redirects are not counted when storage is unavailable.
    return false
  }
}

function readTimes(target: string): readonly number[] {
  const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]')
  return Array.isArray(stored) && stored[0] === target ? stored.filter((at) => typeof at === 'number') : []
}
