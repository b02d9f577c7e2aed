import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

function page<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load() }))
}

/** One entry per page: whoever signs in downloads nothing of the others. */
export const SignIn = page(async () => (await import('../auth/SignIn.tsx')).SignIn)
export const SignUp = page(async () => (await import('../auth/SignUp.tsx')).SignUp)
export const SignOut = page(async () => (await import('../pages/SignOut.tsx')).SignOut)
export const EmailVerification = page(async () => (await import('../pages/EmailVerification.tsx')).EmailVerification)
export const PasswordReset = page(async () => (await import('../pages/PasswordReset.tsx')).PasswordReset)
export const ForgotPassword = page(async () => (await import('../pages/ForgotPassword.tsx')).ForgotPassword)
export const ErrorPage = page(async () => (await import('../pages/ErrorPage.tsx')).ErrorPage)
