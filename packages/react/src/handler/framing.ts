/** What is read of `window`. */
interface FramedView {
  readonly parent: FramedView
  readonly location: { readonly origin: string; readonly ancestorOrigins?: ArrayLike<string> }
  readonly document: { readonly referrer: string }
}

/**
 * Whether a page of another origin shows this page in a frame, where it can cover it and steal clicks (clickjacking).
 * An origin that the browser does not tell counts as another one.
 *
 * @param allowed origins that may frame this page, besides its own
 */
export function isFramedByStranger(view: FramedView, allowed: readonly string[] = []): boolean {
  const trusted = [view.location.origin, ...allowed.map(requireOrigin)]
  return ancestorOriginsOf(view).some((origin) => !trusted.includes(origin))
}

/** The origins of all pages around this one, from the inside out; empty text for an unknown one. */
function ancestorOriginsOf(view: FramedView): string[] {
  const { ancestorOrigins, origin: own } = view.location
  if (ancestorOrigins) return Array.from(ancestorOrigins)
  const origins: string[] = []
  for (let frame = view; frame.parent !== frame; frame = frame.parent) origins.push(readOrigin(frame.parent))
  // Without `ancestorOrigins` (Firefox) only the page that opened the frame is known, until the frame leaves its page.
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
    `\`allowedFrameAncestors\` has the entry "${text}", which is no origin. Write scheme and host, such as "https://host.example".`,
  )
}
