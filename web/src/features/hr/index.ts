// Owns the page on which an HR system is connected, reviewed and disconnected. Must not depend on messages.
export { hrLive } from './live.ts'
