/** The page on the way back to another site. */
export const postingPage = {
  title: 'One moment · Portico',
  heading: 'One moment',
  lead: 'You are going back to the other site.',
  continue: 'Continue',
}

export type PostingPageTexts = typeof postingPage
