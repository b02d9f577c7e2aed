/** Whether an act failed because the page of its link is on no trusted domain. */
export function isPageRefused(failure: unknown): boolean {
  return (failure as { errorCode?: unknown } | null)?.errorCode === 'REDIRECT_URL_NOT_WHITELISTED'
}
