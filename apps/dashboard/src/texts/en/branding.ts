import type { TextsOf } from '@portico/ui/language/catalogue'

import { defineTexts } from '../define-texts.ts'

export const brandingTexts = defineTexts('branding', {
  title: 'Branding',
  lead: 'What your users see on sign-in cards, on pages of the service and in emails.',
  loadFailed: 'The branding cannot be loaded',
  logos: 'Logo',
  logosNote: 'PNG, JPEG, GIF, BMP or WebP, at most 64 KiB. Emails carry it as an attachment.',
  logoUrl: 'Square logo',
  logoDarkModeUrl: 'Square logo for dark mode',
  logoFullUrl: 'Logo with name',
  logoFullDarkModeUrl: 'Logo with name for dark mode',
  logoFullHelp: 'Shown instead of the square logo and the name of the project.',
  darkHelp: 'Default: the logo for light mode.',
  choose: 'Choose a file',
  drop: 'or drop it here',
  remove: 'Remove',
  tooLarge: (kib: string) => `The file has ${kib} KiB. A logo has at most 64 KiB.`,
  notAnImage: 'This file is not a PNG, JPEG, GIF, BMP or WebP.',
  colour: 'Colour',
  accentColor: 'Accent colour',
  standard: 'Default',
  clear: 'Use the default colour',
  shownAs: 'Shown as',
  modes: { light: 'Light mode', dark: 'Dark mode' },
  figures: {
    corrected: (given: string, shown: string) => `contrast ${given}, corrected to ${shown}`,
    enough: (contrast: string) => `contrast ${contrast}`,
  },
  addresses: 'Support and legal pages',
  supportEmail: 'Support address',
  supportHelp: 'Shown in the footer of emails and on error pages.',
  termsUrl: 'Terms of service',
  privacyUrl: 'Privacy policy',
  linksHelp: 'A web address. Shown below the sign-in card and in the footer of emails.',
  notUrl: 'Enter a web address, such as https://example.com/terms.',
  showsPortico: 'Emails say “by Portico”',
  showsPorticoNote: 'The footer names the host of the service in any case.',
  preview: {
    title: 'Preview',
    mode: 'Colours of the preview',
    card: 'Sign-up card with these values',
    mail: 'Email with the saved values',
    mailLabel: 'Preview of an email',
    unsaved: 'Save to see the changes in emails.',
  },
})

export type BrandingTexts = TextsOf<typeof brandingTexts>
