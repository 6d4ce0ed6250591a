import type { MediaItem } from '@crewline/contract/messages'
import type { ThreadPage } from '../state/thread-fold.ts'

const maxVisible = 12

/** Returns the files of the loaded messages that can be opened, newest first, each once. */
export function filesOf(pages: readonly ThreadPage[]): MediaItem[] {
  const addedIds = new Set<string>()
  const files: MediaItem[] = []
  for (const { messages } of pages) {
    for (const { media } of messages.toReversed()) {
      for (const item of media) {
        if (item.state !== 'ready' || item.url === null || addedIds.has(item.id)) continue
        addedIds.add(item.id)
        files.push(item)
        if (files.length === maxVisible) return files
      }
    }
  }
  return files
}
