/** One place where the user is signed in. */
export interface ActiveSession {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
  readonly isImpersonation: boolean
  readonly isCurrentSession: boolean
  readonly geoInfo?: GeoInfo
}

/** Where a session was last used, as far as the service's proxy tells. */
export interface GeoInfo {
  readonly ip: string
  readonly countryCode?: string | null
  readonly regionCode?: string | null
  readonly cityName?: string | null
  readonly latitude?: number | null
  readonly longitude?: number | null
  readonly tzIdentifier?: string | null
}
