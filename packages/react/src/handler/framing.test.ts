import { describe, expect, test } from 'vitest'
import { isFramedByStranger } from './framing.ts'

type View = Parameters<typeof isFramedByStranger>[0]

const own = 'https://app.example'
const host = 'https://host.example'
const stranger = 'https://stranger.example'

/** @param ancestors origins of the pages around this one, starting with the innermost */
function createView(ancestors: readonly string[], referrer: string, tellsAncestors: boolean): View {
  let around: View | null = null
  for (const origin of ancestors.toReversed()) around = createAncestor(origin, around)
  return createFrame({ origin: own, ...(tellsAncestors && { ancestorOrigins: ancestors }) }, { referrer }, around)
}

/** As in a browser, a page of another origin throws at each access. */
function createAncestor(origin: string, around: View | null): View {
  const location = {
    get origin(): string {
      if (origin === own) return origin
      throw new DOMException('Blocked a frame from accessing a cross-origin frame.', 'SecurityError')
    },
  }
  return createFrame(location, { referrer: '' }, around)
}

function createFrame(location: View['location'], document: View['document'], around: View | null): View {
  const frame: { -readonly [Key in keyof View]: View[Key] } = { location, document, parent: null as never }
  frame.parent = around ?? frame
  return frame
}

describe.each([true, false])('in a browser that reveals the ancestor origins: %j', (tells) => {
  test.each([
    ['no frame', []],
    ['a frame of the same origin', [own]],
    ['two frames of the same origin', [own, own]],
  ])('accepts %s', (_, ancestors) => {
    expect(isFramedByStranger(createView(ancestors, '', tells))).toBe(false)
  })

  test.each([
    ['a frame of another origin', [stranger]],
    ['a frame of an opaque origin', ['null']],
    ['a frame of its own inside of another origin', [own, stranger]],
    ['a frame of an allowed origin inside of another one', [host, stranger]],
    ['a frame of another origin inside of an allowed one', [stranger, host]],
    ['the same host on another port', [`${own}:8443`]],
    ['the same host without TLS', ['http://app.example']],
    ['a sub-domain of an allowed host', ['https://evil.host.example']],
  ])('refuses %s', (_, ancestors) => {
    expect(isFramedByStranger(createView(ancestors, `${ancestors[0]}/page`, tells), [host])).toBe(true)
  })

  test.each([host, `${host}/`, `${host}:443`, 'HTTPS://HOST.example/path'])(
    'accepts the origin that the entry %s allows',
    (entry) => {
      expect(isFramedByStranger(createView([host], `${host}/page`, tells), [entry])).toBe(false)
    },
  )
})

test.each(['', `${own}/page`, `${stranger}/page`, 'about:blank'])(
  'a parent that the browser does not reveal is refused, with the referrer %j',
  (referrer) => {
    expect(isFramedByStranger(createView([host], referrer, false), [host])).toBe(true)
  },
)

test.each(['host.example', '*', 'https://', 'null', '', 'javascript:alert(1)', 'data:,x', "'self'"])(
  'the entry %j, which is not an origin, throws also without a frame',
  (entry) => {
    expect(() => isFramedByStranger(createView([], '', true), [entry])).toThrow(/allowedFrameAncestors/)
  },
)
