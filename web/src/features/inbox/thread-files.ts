import type { MediaItem } from '@crewline/contract/messages'
import type { ThreadPage } from './thread-fold.ts'

const mostShown = 12

/** The files of the loaded messages that may be opened, newest first, each once. */
export function filesOf(pages: readonly ThreadPage[]): MediaItem[] {
  const seen = new Set<string>()
  const files: MediaItem[] = []
  for (const { messages } of pages) {
    for (const { media } of messages.toReversed()) {
      for (const item of media) {
        if (item.state !== 'ready' || item.url === null || seen.has(item.id)) continue
        seen.add(item.id)
        files.push(item)
        if (files.length === mostShown) return files
      }
    }
  }
  return files
}
