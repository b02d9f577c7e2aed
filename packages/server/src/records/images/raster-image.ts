/** An image in one of the accepted formats. */
export interface RasterImage {
  readonly contentType: RasterType
  readonly bytes: Buffer
}

export type RasterType = (typeof signatures)[number]['type']

/**
 * The patterns of the MIME Sniffing Standard (section 6.1). The formats are closed: SVG is excluded because it can
 * contain scripts.
 */
const signatures = [
  { type: 'image/png', matches: (bytes: Buffer) => startsWith(bytes, '89504e470d0a1a0a') },
  { type: 'image/jpeg', matches: (bytes: Buffer) => startsWith(bytes, 'ffd8ff') },
  // "GIF87a" and "GIF89a"
  { type: 'image/gif', matches: (bytes: Buffer) => startsWith(bytes, '474946383761', '474946383961') },
  {
    type: 'image/webp',
    matches: (bytes: Buffer) =>
      bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 14) === 'WEBPVP',
  },
  // "BM"
  { type: 'image/bmp', matches: (bytes: Buffer) => startsWith(bytes, '424d') },
] as const

/** RFC 2397. Scheme, type and parameters ignore case. Parameters do not describe the image. */
const inlineImage =
  /^data:image\/(?:png|jpe?g|gif|bmp|webp)(?:;[\w.+-]+=[\w.+-]*){0,5};base64,(?<data>[A-Za-z0-9+/]+)={0,2}$/i

/**
 * Parses an inline image, as clients write it: a `data:` URL with base64. The first bytes determine the format, not the
 * declared type. Line breaks are ignored, as URL parsers do.
 *
 * @returns null for anything else
 */
export function parseInlineImage(url: string): RasterImage | null {
  const data = inlineImage.exec(url.replaceAll(/[\t\n\r]+/g, ''))?.groups?.['data']
  return data === undefined ? null : recogniseImage(Buffer.from(data, 'base64'))
}

function recogniseImage(bytes: Buffer): RasterImage | null {
  const found = signatures.find(({ matches }) => matches(bytes))
  return found ? { contentType: found.type, bytes } : null
}

function startsWith(bytes: Buffer, ...hexadecimal: string[]): boolean {
  return hexadecimal.some((prefix) => {
    const expected = Buffer.from(prefix, 'hex')
    return bytes.subarray(0, expected.length).equals(expected)
  })
}
