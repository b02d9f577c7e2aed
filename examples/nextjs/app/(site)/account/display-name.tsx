'use client'
import { useUser } from '@portico/nextjs'

export function DisplayName() {
  return useUser()?.displayName ?? 'Your account'
}
