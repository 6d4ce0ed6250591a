// Owns files of texts and greetings: their bytes, what they are, the links that open them.
// Tells `file.settled` when one that a carrier kept for us was fetched and checked.
// Must never know messages.
import { defineRoom } from '../../kernel/room.ts'
import { startFetching } from './fetch-pending.ts'
import { hooks } from './hooks.ts'
import { crons } from './jobs.ts'
import { routes } from './routes.ts'

export { attachable, expectMedia } from './attach.ts'
export { discardFile } from './discard.ts'
export { eraseFiles } from './erase.ts'
export { readWav } from './content/sounds.ts'
export { fetchPending } from './fetch-pending.ts'
export { fileSettled, mediaFetcher } from './plugs.ts'
export { readFile } from './read-file.ts'
export type { StoredFile } from './rules.ts'
export { shortLink } from './short-links.ts'
export { carrierLink, mediaItem } from './stored.ts'
export { storedById } from './views.ts'

export const room = defineRoom({
  name: 'files',
  owns: ['file', 'file_link', 'file_space'],
  routes,
  hooks,
  crons,
  runs: { role: 'worker', start: startFetching },
})
