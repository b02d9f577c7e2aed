export function buildDashboard(): Promise<number>
