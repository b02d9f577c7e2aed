/** The parts of `window` that the check reads. */
interface FramedView {
  readonly parent: FramedView
  readonly location: { readonly origin: string; readonly ancestorOrigins?: ArrayLike<string> }
  readonly document: { readonly referrer: string }
}

/**
 * Returns whether a page of another origin shows this page in a frame, where it can cover the page and steal clicks
 * (clickjacking). An origin that the browser does not reveal counts as another one.
 *
 * @param allowed origins that may frame this page, besides its own
 *
 * @throws Error if an entry of `allowed` is not an origin
 */
export function isFramedByStranger(view: FramedView, allowed: readonly string[] = []): boolean {
  const trusted = [view.location.origin, ...allowed.map(requireOrigin)]
  // guard: a page does not work in a frame of another origin (replace `some` with `every`)
  return ancestorOriginsOf(view).some((origin) => !trusted.includes(origin))
}

/**
 * Returns the origins of all pages around this one, from the innermost to the outermost. An unknown origin is the empty
 * string.
 */
function ancestorOriginsOf(view: FramedView): string[] {
  const { ancestorOrigins, origin: own } = view.location
  if (ancestorOrigins) return Array.from(ancestorOrigins)
  const origins: string[] = []
  // guard: an unreadable ancestor counts as another origin
  //   (replace `readOrigin(frame.parent)` with `readOrigin(frame.parent) || view.location.origin`)
  for (let frame = view; frame.parent !== frame; frame = frame.parent) origins.push(readOrigin(frame.parent))
  // Without `ancestorOrigins` (Firefox) the referrer reveals the page that opened the frame, until the frame navigates.
  const opener = originOf(view.document.referrer)
  return origins.length === 1 && origins[0] === '' && opener !== own ? [opener] : origins
}

function readOrigin(frame: FramedView): string {
  try {
    return frame.location.origin
  } catch {
    return ''
  }
}

function originOf(url: string): string {
  try {
    return new URL(url).origin
  } catch {
    return ''
  }
}

function requireOrigin(text: string): string {
  const origin = originOf(text)
  if (/^https?:/.test(origin)) return origin
  throw new Error(
    `\`allowedFrameAncestors\` has the entry "${text}", which is not an origin. Write the scheme and the host, such as "https://host.example".`,
  )
}
