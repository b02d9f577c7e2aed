import { useSyncExternalStore } from 'react'

import { readStored, writeStored } from './storage.ts'

/** The languages of the dashboard, with their own names. */
export const languages = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof languages

const KEY = 'portico-dashboard-language'
const rightToLeft = new Set<string>(['ar', 'fa', 'he', 'ur'])
const listeners = new Set<() => void>()

let current: Language = initialLanguage()

function currentLanguage(): Language {
  return current
}

/** Changes the language of every component, and keeps it for the next visit. */
export function chooseLanguage(language: Language): void {
  current = language
  writeStored(KEY, language)
  applyToDocument()
  for (const listener of listeners) listener()
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage)
}

/** Sets language and direction of the document. */
export function applyToDocument(): void {
  document.documentElement.lang = current
  document.documentElement.dir = rightToLeft.has(current) ? 'rtl' : 'ltr'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function initialLanguage(): Language {
  const wanted = [readStored(KEY) ?? '', ...navigator.languages].map((tag) => tag.split('-', 1)[0] ?? '')
  return wanted.find(isLanguage) ?? 'en'
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag)
}
