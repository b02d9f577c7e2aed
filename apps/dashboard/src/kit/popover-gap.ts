/** Distance between a popover and its trigger. */
export const POPOVER_GAP_PIXELS = 4
