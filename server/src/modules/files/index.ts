// Owns the files of messages, greetings and pages: bytes, metadata and links. Publishes `file.settled` when a file held by a
// carrier was fetched and checked. Must never depend on messages.
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { startFetching } from './fetch-pending.ts'
import { hooks } from './hooks.ts'
import { crons } from './jobs.ts'
import { routes } from './routes.ts'

export { attachable, expectMedia } from './attach.ts'
export { openBlob, removeBlob, storeBlob } from './blobs.ts'
export { copyFiles } from './copy.ts'
export { discardFile, discardFiles, removeClosedFiles } from './discard.ts'
export { readWav } from './content/sounds.ts'
export { fetchPending } from './fetch-pending.ts'
export { fileSettled, mediaFetcher } from './ports.ts'
export { readFile } from './read-file.ts'
export type { StoredFile } from './rules.ts'
export { shortLink } from './short-links.ts'
export { attachedItem, carrierLink, mediaItem } from './stored.ts'
export { servePageFile } from './serve-file.ts'
export { uploadFromPage, uploadPageFile, uploadPagePicture } from './upload.ts'
export { bytesOfFiles, filesOfMessages, storedById, storedByIds } from './views.ts'

export const module = defineModule({
  name: 'files',
  owns: ['file', 'file_link', 'file_space'],
  contactData,
  routes,
  hooks,
  crons,
  runs: { role: 'worker', start: startFetching },
})
