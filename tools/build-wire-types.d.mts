export function buildWireTypes(): Promise<number>
