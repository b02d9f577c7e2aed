// Rooms import their building blocks from the kit.
export { download } from '@portico/ui/parts/download'
