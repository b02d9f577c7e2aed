import { LOGO_MAX_BYTES, type ProjectUpdate } from '@portico/contract'

import { notAnImage, readProfileImage, type WrittenImage } from '../../accounts/profile-image.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { constant, noResult, sequence, type Statement } from '../../kernel/statement.ts'
import type { CamelCased } from '@portico/contract/letter-case'
import { parsePlainUrl } from '@portico/protocols/trusted-url'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { computeImageId, imagePath, isPresentedImage } from '../../records/images/image-path.ts'
import type { ImageOwner } from '../../records/images/owner.ts'
import { deleteImage, listLogos, storeImage, type StoredLogo } from '../../records/images/store.ts'
import { logoFieldOf, logoNames, noBranding, type Branding, type LogoName } from '../../records/projects/branding.ts'
import type { Project } from '../../records/projects/project.ts'

type BrandingUpdate = Pick<CamelCased<ProjectUpdate>, keyof Branding>
type PlainName = Exclude<keyof Branding, LogoName>

/** A written branding, with its logos read. Absent fields stay unchanged. */
interface WrittenBranding {
  readonly plain: Partial<Pick<Branding, PlainName>>
  readonly logos: Readonly<Partial<Record<LogoName, Exclude<WrittenImage, undefined>>>>
}

/** The branding that an update leads to, and the statement that stores and deletes logos. */
interface PlannedBranding {
  readonly branding: Branding
  readonly store: Statement<void>
}

/**
 * Reads the branding of an update.
 *
 * @throws SCHEMA_ERROR for a logo that is too large, PlainError for one that is not an image, and for a link that
 * programs could read differently
 */
export function readBranding(update: BrandingUpdate): WrittenBranding {
  const isWritten = (name: keyof Branding): boolean => update[name] !== undefined
  const names = Object.keys(noBranding) as readonly (keyof Branding)[]
  const plain = names
    .filter((name) => isWritten(name) && !isLogo(name))
    .map((name) => [name, linkNames.includes(name) ? readLink(update[name]) : update[name]])
  const logos = logoNames.filter(isWritten).map((name) => [name, readLogo(name, update[name])])
  // The names are those of the types.
  return { plain: Object.fromEntries(plain), logos: Object.fromEntries(logos) } as WrittenBranding
}

/** Lists the stored logos if the update writes one. */
export function listLogosFor(projectId: string, { logos }: WrittenBranding): Statement<StoredLogo[]> {
  return Object.keys(logos).length === 0 ? constant([]) : listLogos(projectId)
}

/**
 * Plans a branding change of a locked project. Equal images keep their address.
 *
 * @param stored the logos of the project
 * @throws PlainError for an image elsewhere, unless it is the presented address of the same logo
 */
export function planBranding(
  { secret }: { readonly secret: MasterSecret },
  { branding: present, id: projectId }: Pick<Project, 'branding' | 'id'>,
  written: WrittenBranding,
  stored: readonly StoredLogo[],
): PlannedBranding {
  const steps: Statement<unknown>[] = []
  const references: Partial<Record<LogoName, string | null>> = {}
  for (const name of logoNames) {
    const image = written.logos[name]
    const owner = ownerOf(name)
    if (image === null) {
      references[name] = null
      steps.push(deleteImage(projectId, owner))
    } else if (image && 'url' in image) {
      if (!isPresentedImage(image.url, present[name])) throw notAnImage()
    } else if (image && !isStored(stored, name, image.bytes)) {
      const id = computeImageId(secret, projectId, owner, image.bytes)
      references[name] = imagePath(projectId, id)
      steps.push(storeImage(projectId, owner, id, image))
    }
  }
  return { branding: { ...present, ...written.plain, ...references }, store: sequence(steps).map(noResult) }
}

function ownerOf(name: LogoName): ImageOwner {
  return { type: 'logo', field: logoFieldOf[name] }
}

function isLogo(name: keyof Branding): name is LogoName {
  return Object.hasOwn(logoFieldOf, name)
}

function isStored(stored: readonly StoredLogo[], name: LogoName, bytes: Uint8Array): boolean {
  const logo = stored.find(({ logo: field }) => field === logoFieldOf[name])
  return logo !== undefined && Buffer.from(logo.bytes).equals(bytes)
}

const linkNames: readonly (keyof Branding)[] = ['termsUrl', 'privacyUrl']

function readLink<Written>(written: Written): Written | string {
  if (typeof written !== 'string') return written
  const url = parsePlainUrl(written)
  if (url && !url.hostname.includes('*')) return url.href
  throw new PlainError(
    400,
    'A link of the branding must be a plain web address, without a user name, spaces and wildcards.',
  )
}

function readLogo(name: LogoName, written: string | null | undefined): WrittenImage {
  const image = readProfileImage(written)
  if (!image || 'url' in image || image.bytes.length <= LOGO_MAX_BYTES) return image
  throw new KnownError('SCHEMA_ERROR', {
    message: `The request has a logo that is too large:\n  - body.${logoFieldOf[name]} has ${image.bytes.length} bytes, and must have at most ${LOGO_MAX_BYTES}`,
  })
}
