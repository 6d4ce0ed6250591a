import { MEDIA_PER_MESSAGE } from '@crewline/contract/limits'
import type { MediaItem } from '@crewline/contract/messages'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useSession } from '../../shared/lib/session/select.ts'
import { bearerOf } from '../../shared/lib/session/state.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { buildAttachments, type Attachment } from './attachments.ts'
import { shrink } from './shrink.ts'
import { upload } from './upload.ts'

const attachments = buildAttachments({ shrink, upload })

/** The attachments of a draft and their actions. */
export interface Attachments {
  list: readonly Attachment[]
  /** Uploaded files that can be sent. */
  ready: MediaItem[]
  isUploading: boolean
  hasRefused: boolean
  add: (files: readonly File[]) => void
  /** Restores files that no message has used yet. */
  putBack: (files: readonly MediaItem[]) => void
  /** Uploads files of a message again for the next one. */
  addAgain: (files: readonly MediaItem[]) => void
  remove: (key: string) => void
  retry: (key: string) => void
  clear: () => void
}

/** Returns the attachments of the draft to a contact; they stay when the thread is closed and opened again. */
export function useAttachments(contactId: string): Attachments {
  const { t } = useLingui()
  const userId = useSession(({ auth }) => auth.user?.id ?? '')
  const token = useSession(({ auth }) => bearerOf(auth))
  const owner = `${userId}/${contactId}`
  const list = useSyncExternalStore(attachments.onChange, () => attachments.list(owner))
  const add = useCallback(
    (files: readonly File[]) => {
      if (attachments.add(owner, files, token) > 0)
        toast.api(
          { title: t`Too many files`, message: t`You can attach up to ${MEDIA_PER_MESSAGE} files to a text.` },
          'ERROR',
        )
    },
    [owner, token, t],
  )
  const actions = useMemo(
    () => ({
      putBack: (files: readonly MediaItem[]) => attachments.putBack(owner, files),
      addAgain: (files: readonly MediaItem[]) => attachments.addAgain(owner, files, token),
      remove: (key: string) => attachments.remove(owner, key),
      retry: (key: string) => attachments.retry(owner, key),
      clear: () => attachments.clear(owner),
    }),
    [owner, token],
  )
  return useMemo(
    () => ({
      list,
      ready: list.flatMap(({ state, file }) => (state === 'ready' && file ? [file] : [])),
      isUploading: list.some(({ state }) => state === 'uploading'),
      hasRefused: list.some(({ state }) => state === 'refused'),
      add,
      ...actions,
    }),
    [list, add, actions],
  )
}
