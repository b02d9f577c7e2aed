import { parsePlainUrl } from '@portico/protocols/trusted-url'

import { PlainError } from '../kernel/errors.ts'

const prefix = /^data:image\/(png|jpe?g|gif|bmp|webp);base64,(?=[A-Za-z0-9+/])/

/** Checks the signature of each accepted format. SVG is excluded because it can contain scripts. */
const magic: Record<string, (bytes: Buffer) => boolean> = {
  png: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  jpg: isJpeg,
  jpeg: isJpeg,
  gif: (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)),
  bmp: (bytes) => bytes.toString('latin1', 0, 2) === 'BM',
  webp: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
}

const HEAD_CHARACTERS = 64

/**
 * Requires a raster image in a `data:` URL, the only kind of image a client may set. The first bytes of the content must
 * match the declared type.
 */
export function requireInlineImage(url: string): void {
  const match = prefix.exec(url)
  const type = match?.[1]
  const data = match ? url.slice(match[0].length) : ''
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(data)
  if (type === undefined || !isBase64 || !magic[type]?.(Buffer.from(data.slice(0, HEAD_CHARACTERS), 'base64'))) {
    throw new PlainError(400, 'The image must be an inline PNG, JPEG, GIF, BMP or WebP: data:image/png;base64,…')
  }
}

/** Requires an inline image or an http(s) URL, for callers with a server key. Other schemes could run scripts in a page. */
export function requireImageUrl(url: string): void {
  if (parsePlainUrl(url) === null) requireInlineImage(url)
}

function isJpeg(bytes: Buffer): boolean {
  return bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))
}
