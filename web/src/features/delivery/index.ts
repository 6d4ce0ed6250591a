// Owns what sending and receiving show to members: carrier events that could not be stored, and the review after a
// restore. Must not depend on messages.
export { LazyRestoreBanner } from './lazy.ts'
