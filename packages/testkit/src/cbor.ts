/** The CBOR types that authenticators use. */
export type CborValue = number | string | Uint8Array | readonly CborValue[] | ReadonlyMap<number | string, CborValue>

/** Encodes integers below 65,536, text, bytes, lists and maps as CBOR (RFC 8949). Maps keep their order. */
export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)])
    return Buffer.concat([head(5, value.size), ...entries])
  }
  const items = value as readonly CborValue[]
  return Buffer.concat([head(4, items.length), ...items.map(encodeCbor)])
}

function head(majorType: number, count: number): Buffer {
  const type = majorType << 5
  if (count < 24) return Buffer.from([type | count])
  if (count < 0x100) return Buffer.from([type | 24, count])
  const short = Buffer.alloc(3, type | 25)
  short.writeUInt16BE(count, 1)
  return short
}
