export function buildStartImage(): Promise<number>
