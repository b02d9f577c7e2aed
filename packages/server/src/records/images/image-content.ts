import { crc32 } from 'node:zlib'

import type { RasterImage, RasterType } from './raster-image.ts'

/**
 * Reads and cleans uploaded images without decoding them. Cameras write the position, the time and the device into a
 * picture, and every person with its address can read them. What cannot be parsed is kept: no decoder shows it either.
 */

export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** More than any program writes. Each piece takes far more memory than its bytes. */
const PIECES_MAX = 10_000

/** The image has more pieces than are read. */
export class TooManyPieces extends Error {
  override readonly name = 'TooManyPieces'
}

/**
 * Without metadata, except for the orientation, without which pictures of phones lie on their side.
 *
 * @throws TooManyPieces
 */
export function removeMetadata({ contentType, bytes }: RasterImage): RasterImage {
  return { contentType, bytes: formats[contentType].clean(bytes) }
}

/**
 * The largest size that the headers of an image name; null if they name none. Decoders reserve memory for it.
 *
 * @throws TooManyPieces
 */
export function readImageSize({ contentType, bytes }: RasterImage): ImageSize | null {
  const sizes = formats[contentType].sizes(bytes)
  if (sizes.length === 0) return null
  return { width: Math.max(...sizes.map(({ width }) => width)), height: Math.max(...sizes.map(({ height }) => height)) }
}

interface Format {
  readonly clean: (bytes: Buffer) => Buffer
  readonly sizes: (bytes: Buffer) => ImageSize[]
}

const formats: Readonly<Record<RasterType, Format>> = {
  'image/png': { clean: cleanPng, sizes: sizesOfPng },
  'image/jpeg': { clean: cleanJpeg, sizes: sizesOfJpeg },
  'image/gif': { clean: cleanGif, sizes: sizesOfGif },
  'image/webp': { clean: cleanWebp, sizes: sizesOfWebp },
  'image/bmp': { clean: (bytes) => bytes, sizes: sizesOfBmp },
}

/** One piece of a file: a segment, chunk or block, with its data. */
interface Piece {
  readonly name: string
  readonly whole: Buffer
  readonly data: Buffer
}

function addPiece(pieces: Piece[], piece: Piece): void {
  if (pieces.length === PIECES_MAX) throw new TooManyPieces(`The image has more than ${PIECES_MAX} pieces.`)
  pieces.push(piece)
}

// JPEG (ITU-T T.81, annex B)

const START_OF_IMAGE = 0xd8
const END_OF_IMAGE = 0xd9

/** Markers without a length that begin or end an image: SOI, EOI. */
function standsAlone(marker: number): boolean {
  return marker === START_OF_IMAGE || marker === END_OF_IMAGE
}

/**
 * Splits a file at its markers. Bytes between them, such as the coded picture with its restart markers, are pieces
 * without a name. Ends after the end of the image.
 */
function piecesOfJpeg(bytes: Buffer): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  while (at < bytes.length) {
    const from = at
    let marker = 0
    while (at < bytes.length && !(bytes[at] === 0xff && isMarker((marker = bytes[at + 1] ?? 0)))) at += 1
    if (at > from) addPiece(pieces, { name: '', whole: bytes.subarray(from, at), data: bytes.subarray(from, at) })
    if (at >= bytes.length) break
    const length = standsAlone(marker) || at + 4 > bytes.length ? 0 : bytes.readUInt16BE(at + 2)
    const end = Math.min(bytes.length, at + 2 + length)
    const name = marker.toString(16).padStart(2, '0')
    addPiece(pieces, { name, whole: bytes.subarray(at, end), data: bytes.subarray(at + 4, Math.max(at + 4, end)) })
    if (marker === END_OF_IMAGE) break
    at = end
  }
  return pieces
}

/**
 * Within the coded picture, FF is followed by 00, TEM (01) or RST0 to RST7 (D0 to D7); before a marker, FF may be
 * repeated.
 */
function isMarker(byte: number): boolean {
  return byte > 0x01 && byte < 0xff && !(byte >= 0xd0 && byte < START_OF_IMAGE)
}

function cleanJpeg(bytes: Buffer): Buffer {
  const pieces = piecesOfJpeg(bytes)
  const orientation = pieces
    .map((piece) => (isExif(piece) ? readOrientation(piece.data.subarray(6)) : null))
    .find(Boolean)
  const kept = pieces.filter(isPictureSegment).map(({ whole }) => whole)
  const [start = Buffer.alloc(0), ...rest] = kept
  return Buffer.concat([start, ...(orientation ? [exifSegment(orientation)] : []), ...rest])
}

/**
 * Application segments and comments carry metadata, except for those that decide how the picture looks: JFIF, colour
 * profile, Adobe.
 */
function isPictureSegment({ name, data }: Piece): boolean {
  if (name === 'e2') return data.toString('latin1', 0, 12) === 'ICC_PROFILE\0'
  return name === 'e0' || name === 'ee' || !(name.startsWith('e') || name === 'fe')
}

function isExif({ name, data }: Piece): boolean {
  return name === 'e1' && data.toString('latin1', 0, 6) === 'Exif\0\0'
}

function exifSegment(orientation: number): Buffer {
  const data = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifOf(orientation)])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** Every start of a frame, SOF0 to SOF15; C4, C8 and CC are other markers. */
function sizesOfJpeg(bytes: Buffer): ImageSize[] {
  return piecesOfJpeg(bytes).flatMap(({ name, data }) =>
    /^c[0-35-79-bd-f]$/.test(name) && data.length >= 5
      ? [{ height: data.readUInt16BE(1), width: data.readUInt16BE(3) }]
      : [],
  )
}

// PNG (third edition, section 11)

const PNG_HEAD_BYTES = 8
const pictureChunks =
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' ')

function piecesOfPng(bytes: Buffer): { readonly chunks: Piece[]; readonly rest: Buffer } {
  const chunks: Piece[] = []
  let at = PNG_HEAD_BYTES
  while (at + 12 <= bytes.length && chunks.at(-1)?.name !== 'IEND') {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) break
    addPiece(chunks, {
      name: bytes.toString('latin1', at + 4, at + 8),
      whole: bytes.subarray(at, end),
      data: bytes.subarray(at + 8, end - 4),
    })
    at = end
  }
  return { chunks, rest: bytes.subarray(at) }
}

function cleanPng(bytes: Buffer): Buffer {
  const { chunks, rest } = piecesOfPng(bytes)
  if (chunks[0]?.name !== 'IHDR') return bytes
  const kept = chunks.flatMap(({ name, whole, data }) => {
    const orientation = name === 'eXIf' ? readOrientation(data) : null
    if (orientation !== null) return [pngChunk('eXIf', exifOf(orientation))]
    return pictureChunks.includes(name) ? [whole] : []
  })
  return Buffer.concat([bytes.subarray(0, PNG_HEAD_BYTES), ...kept, rest])
}

function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

function sizesOfPng(bytes: Buffer): ImageSize[] {
  // Read at its place, so that a chunk that is cut off counts too.
  return bytes.length >= 24 ? [{ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }] : []
}

// GIF (GIF89a specification)

const GIF_HEAD_BYTES = 13

function piecesOfGif(bytes: Buffer): { readonly blocks: Piece[]; readonly start: number; readonly rest: Buffer } {
  const start = GIF_HEAD_BYTES + colourTableBytes(bytes[10])
  const blocks: Piece[] = []
  let at = start
  while (at < bytes.length) {
    const isExtension = bytes[at] === 0x21
    // Anything but an extension or an image ends the list.
    if (!isExtension && bytes[at] !== 0x2c) break
    const end = endOfSubBlocks(bytes, isExtension ? at + 2 : at + 11 + colourTableBytes(bytes[at + 9]))
    if (end === null) break
    const name = isExtension ? (bytes[at + 1] ?? 0).toString(16) : 'image'
    addPiece(blocks, { name, whole: bytes.subarray(at, end), data: bytes.subarray(at + (isExtension ? 2 : 1), end) })
    at = end
  }
  return { blocks, start, rest: bytes.subarray(at) }
}

function colourTableBytes(packed = 0): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 0x07) + 1) : 0
}

function endOfSubBlocks(bytes: Buffer, from: number): number | null {
  let at = from
  while (at < bytes.length) {
    const length = bytes[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return null
}

function cleanGif(bytes: Buffer): Buffer {
  const { blocks, start, rest } = piecesOfGif(bytes)
  const kept = blocks.filter(isPictureBlock).map(({ whole }) => whole)
  return Buffer.concat([bytes.subarray(0, start), ...kept, rest])
}

/** Comments and application data are metadata, except for the loop of an animation and the colour profile. */
function isPictureBlock({ name, data }: Piece): boolean {
  if (name === 'ff') return ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'].includes(data.toString('latin1', 1, 12))
  return name !== 'fe'
}

function sizesOfGif(bytes: Buffer): ImageSize[] {
  if (bytes.length < 10) return []
  const sizeAt = (of: Buffer, at: number): ImageSize => ({
    width: of.readUInt16LE(at),
    height: of.readUInt16LE(at + 2),
  })
  const frames = piecesOfGif(bytes).blocks.filter(({ name, data }) => name === 'image' && data.length >= 8)
  return [sizeAt(bytes, 6), ...frames.map(({ data }) => sizeAt(data, 4))]
}

// WebP (RFC 9649)

const WEBP_HEAD_BYTES = 12
const EXIF_AND_XMP_FLAGS = 0x0c
const EXIF_FLAG = 0x08

function piecesOfWebp(bytes: Buffer): { readonly chunks: Piece[]; readonly rest: Buffer } {
  const chunks: Piece[] = []
  let at = WEBP_HEAD_BYTES
  while (at + 8 <= bytes.length) {
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (at + 8 + length > bytes.length) break
    addPiece(chunks, {
      name: bytes.toString('latin1', at, at + 4),
      whole: bytes.subarray(at, end),
      data: bytes.subarray(at + 8, at + 8 + length),
    })
    at = Math.min(end, bytes.length)
  }
  return { chunks, rest: bytes.subarray(at) }
}

function cleanWebp(bytes: Buffer): Buffer {
  const { chunks, rest } = piecesOfWebp(bytes)
  const isMetadata = ({ name }: Piece): boolean => name === 'EXIF' || name === 'XMP '
  if (!chunks.some(isMetadata)) return bytes
  const orientation = chunks
    .map(({ name, data }) => (name === 'EXIF' ? readOrientation(withoutPrefix(data)) : null))
    .find(Boolean)
  const pictures = chunks
    .filter((chunk) => !isMetadata(chunk))
    .map(({ name, whole }) => {
      if (name !== 'VP8X') return whole
      const head = Buffer.from(whole)
      head[8] = ((head[8] ?? 0) & ~EXIF_AND_XMP_FLAGS) | (orientation ? EXIF_FLAG : 0)
      return head
    })
  const body = Buffer.concat([...pictures, ...(orientation ? [exifChunk(orientation)] : []), rest])
  const head = Buffer.from(bytes.subarray(0, WEBP_HEAD_BYTES))
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}

/** Some programs write the name of the JPEG segment before the data. */
function withoutPrefix(data: Buffer): Buffer {
  return data.toString('latin1', 0, 6) === 'Exif\0\0' ? data.subarray(6) : data
}

function exifChunk(orientation: number): Buffer {
  const data = exifOf(orientation)
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data])
}

function sizesOfWebp(bytes: Buffer): ImageSize[] {
  // Read at its place, so that a chunk that is cut off counts too.
  const name = bytes.toString('latin1', WEBP_HEAD_BYTES, WEBP_HEAD_BYTES + 4)
  const first = { name, data: bytes.subarray(WEBP_HEAD_BYTES + 8) }
  return [first, ...piecesOfWebp(bytes).chunks].flatMap(sizesOfWebpChunk)
}

function sizesOfWebpChunk({ name, data }: Pick<Piece, 'name' | 'data'>): ImageSize[] {
  if (name === 'VP8X' && data.length >= 10)
    return [{ width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }]
  if (name === 'VP8 ' && data.length >= 10) {
    return [{ width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }]
  }
  if (name !== 'VP8L' || data.length < 5) return []
  const packed = data.readUInt32LE(1)
  return [{ width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }]
}

// BMP

function sizesOfBmp(bytes: Buffer): ImageSize[] {
  if (bytes.length < 26) return []
  // The first version of the header has numbers of two bytes.
  if (bytes.readUInt32LE(14) === 12) return [{ width: bytes.readUInt16LE(18), height: bytes.readUInt16LE(20) }]
  // A negative height means rows from top to bottom.
  return [{ width: Math.abs(bytes.readInt32LE(18)), height: Math.abs(bytes.readInt32LE(22)) }]
}

// Exif (CIPA DC-008, TIFF 6.0)

const ORIENTATION_TAG = 0x0112

/** The orientation of Exif data, from 2 to 8; null for the normal one and for data without it. */
function readOrientation(tiff: Buffer): number | null {
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return null
  const isLittle = order === 'II'
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + entry * 12
    if (at + 12 > tiff.length) return null
    const value = short(at + 8)
    if (short(at) === ORIENTATION_TAG) return value >= 2 && value <= 8 ? value : null
  }
  return null
}

/** Exif data with one entry, the orientation. */
function exifOf(orientation: number): Buffer {
  // Byte order and offset of the directory; one entry: tag, type "short", one value; no further directory.
  const data = Buffer.from('49492a00080000000100120103000100000000000000' + '00000000', 'hex')
  data.writeUInt16LE(orientation, 18)
  return data
}
