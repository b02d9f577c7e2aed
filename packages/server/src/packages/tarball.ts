import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const BLOCK_BYTES = 512
const NAME_MAX_BYTES = 100
const PREFIX_MAX_BYTES = 155
/** 1985-10-26, the time that npm gives every file, so that the same files are the same bytes. */
const MODIFIED_AT_SECONDS = 499_162_500

export interface TarFile {
  /** With forward slashes. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** Packs files into a compressed archive of the format "ustar" (POSIX.1-1988). The same files yield the same bytes. */
export function packTarball(files: readonly TarFile[]): Promise<Buffer<ArrayBuffer>> {
  const blocks = files.flatMap(({ path, bytes }) => [header(path, bytes.length), bytes, padding(bytes.length)])
  return promisify(gzip)(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]))
}

function header(path: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES)
  const { prefix, name } = splitPath(path)
  block.write(name, 0)
  block.write(octal(0o644, 7), 100)
  block.write(octal(0, 7), 108)
  block.write(octal(0, 7), 116)
  block.write(octal(size, 11), 124)
  block.write(octal(MODIFIED_AT_SECONDS, 11), 136)
  // The sum of a header is computed while the field of the sum contains spaces.
  block.write(' '.repeat(8), 148)
  block.write('0', 156)
  block.write('ustar\0' + '00', 257)
  block.write(prefix, 345)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${octal(sum, 6)} `, 148)
  return block
}

/** The format has two fields for a path, which is split at a slash. */
function splitPath(path: string): { prefix: string; name: string } {
  if (Buffer.byteLength(path) <= NAME_MAX_BYTES) return { prefix: '', name: path }
  for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
    const prefix = path.slice(0, slash)
    const name = path.slice(slash + 1)
    if (Buffer.byteLength(name) <= NAME_MAX_BYTES && Buffer.byteLength(prefix) <= PREFIX_MAX_BYTES)
      return { prefix, name }
  }
  throw new Error(`The path is too long for an archive: ${path}`)
}

function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES)
}

/** Digits in octal, ended by a null byte. */
function octal(value: number, digits: number): string {
  return `${value.toString(8).padStart(digits, '0')}\0`
}
