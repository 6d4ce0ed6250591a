// Owns messages to many contacts at once: the list, the editor and the results.
export { broadcastsLive } from './live.ts'
export { GroupSelect } from './composer/people/GroupSelect.tsx'
export { PersonSelect } from './composer/people/PersonSelect.tsx'
