import type { MediaItem } from '@crewline/contract/media'
import { useEffect, useRef } from 'react'
import { useAttachments, useFileDrop } from '../../../files/index.ts'
import type { Draft } from '../useDraft.ts'

/** Returns the files of a draft: those it had when it was opened, and those that are added; keeps the draft in step. */
export function useDraftFiles(draft: Draft, media: MediaItem[]) {
  const attachments = useAttachments(`broadcast/${draft.id}`)
  const { isOver, props: dropProps } = useFileDrop(attachments.add)
  const { list, ready, putBack } = attachments
  const { mediaIds } = draft.content.message
  const isRestored = useRef(false)
  useEffect(() => {
    if (isRestored.current) return
    isRestored.current = true
    putBack(media.filter(({ id }) => mediaIds.includes(id)))
  }, [putBack, media, mediaIds])

  const readyIds = ready.map(({ id }) => id).join(' ')
  const savedIds = mediaIds.join(' ')
  const { changeMessage } = draft
  const previousIds = useRef(savedIds)
  useEffect(() => {
    // Only a change of the list changes the draft: at first the list is empty until the files are put back.
    if (readyIds === previousIds.current) return
    previousIds.current = readyIds
    if (readyIds !== savedIds) changeMessage({ mediaIds: readyIds === '' ? [] : readyIds.split(' ') })
  }, [readyIds, savedIds, changeMessage])
  return { list, add: attachments.add, remove: attachments.remove, retry: attachments.retry, isOver, dropProps }
}
