/** The page of the first-admin link. */
export const firstAdmin = {
  title: 'First admin · Portico',
  heading: 'Become the first admin',
  lead: 'Your account will own this service: its settings and every project without an owner.',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 8 characters; a sentence is best.',
  scriptRequired: 'This page requires JavaScript to read the secret from the link.',
  closed: {
    heading: 'This link is closed',
    lead: 'The first-admin link works once. Ask an owner of this service to add you. If the service no longer has an owner, its operator can create a new link.',
    dashboard: 'Open the dashboard',
  },
  /** What the script of the page shows. The page begins with the first of two texts. */
  script: {
    secretMissing: 'The link is incomplete: its secret is missing. Open the full link that the console shows.',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    emailMissing: 'Please enter your email',
    emailMalformed: 'Please enter a valid email',
    passwordMissing: 'Please enter your password',
    create: 'Create account',
    creating: 'Creating account…',
    noResponse: 'The service did not respond. Try again.',
  },
  invalidLink: 'This link is invalid. Use the latest link that the service printed.',
  closedLink: 'The first-admin link is closed, because the first admin was already created.',
}

export type FirstAdminTexts = typeof firstAdmin
