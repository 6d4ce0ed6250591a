import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useStore } from 'react-redux'
import { download, saveAs } from '../../api/download.ts'
import type { Call } from '../../api/from-contract.ts'
import type { Refusal } from '../../api/send.ts'
import type { SessionState } from '../../lib/session/select.ts'
import { bearerOf } from '../../lib/session/state.ts'
import { useErrorText } from '../text/useErrorText.ts'
import { toast } from './toast.tsx'

export interface SaveFile {
  /** The name of the file that is being downloaded. */
  savingName: string | undefined
  isSaving: boolean
  /**
   * Downloads a file and saves it under a name; a toast shows the name, or why it failed, in words of `explain` where it
   * returns some.
   */
  save: (call: Call, name: string, explain?: (error: Refusal) => string | undefined) => Promise<void>
}

/** Saves files of the server on the device. */
export function useSaveFile(): SaveFile {
  const { t } = useLingui()
  const { getState } = useStore<SessionState>()
  const describeError = useErrorText()
  const [savingName, setSavingName] = useState<string>()
  async function save(call: Call, name: string, explain?: (error: Refusal) => string | undefined): Promise<void> {
    setSavingName(name)
    const answer = await download(call, bearerOf(getState().auth))
    // Another file may be on its way by now.
    setSavingName((current) => (current === name ? undefined : current))
    if ('error' in answer) {
      const message = explain?.(answer.error) ?? describeError(answer.error)
      return toast.failed(answer.error, { title: t`Couldn't download`, message })
    }
    saveAs(answer.file, name)
    toast.inApp({ type: 'success', message: t`Saved as ${name}` })
  }
  return { savingName, isSaving: savingName !== undefined, save }
}

/** Returns a name for a file that is named after something, without characters that file systems refuse. */
export function fileNameOf(name: string, fallback: string, ending: string): string {
  const clean = name
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return `${clean || fallback}.${ending}`
}
