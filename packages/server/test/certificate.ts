import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface Certificate {
  readonly cert: string
  readonly key: string
}

const DAY_MILLIS = 24 * 60 * 60_000

/** Creates a self-signed certificate for `localhost`: X.509 version 3 with an ECDSA key (RFC 5280, RFC 5480). */
export function createCertificate(days = 1): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(SEQUENCE, oid('2a8648ce3d040302'))
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, oid('550403'), der(UTF8, Buffer.from('localhost')))))
  const content = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    der(SEQUENCE, utcTime(Date.now() - DAY_MILLIS), utcTime(Date.now() + days * DAY_MILLIS)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(
      EXTENSIONS,
      der(
        SEQUENCE,
        // Basic constraints: it is a certificate authority, because it signs itself.
        der(SEQUENCE, oid('551d13'), der(OCTETS, der(SEQUENCE, der(BOOLEAN, Buffer.from([0xff]))))),
        der(SEQUENCE, oid('551d11'), der(OCTETS, der(SEQUENCE, der(DNS_NAME, Buffer.from('localhost'))))),
      ),
    ),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)])
  const certificate = der(SEQUENCE, content, algorithm, der(BITS, signature))
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}

const [BOOLEAN, INTEGER, BITS, OCTETS, OID, UTF8, UTC_TIME, SEQUENCE, SET] = [
  0x01, 0x02, 0x03, 0x04, 0x06, 0x0c, 0x17, 0x30, 0x31,
] as const
const [VERSION, DNS_NAME, EXTENSIONS] = [0xa0, 0x82, 0xa3] as const

/** Distinguished encoding (X.690): tag, length, content. */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  // Some readers require the shortest form of the length.
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  const head = length < 0x80 ? [tag, length] : [tag, ...long]
  return Buffer.concat([Buffer.from(head), content])
}

function oid(hex: string): Buffer {
  return der(OID, Buffer.from(hex, 'hex'))
}

/** `YYMMDDHHMMSSZ`. */
function utcTime(millis: number): Buffer {
  const digits = new Date(millis).toISOString().replaceAll(/\D/g, '').slice(2, 14)
  return der(UTC_TIME, Buffer.from(`${digits}Z`))
}
