// Public API: what keeps imports up to date on live events.

export { importsLive } from './live.ts'
