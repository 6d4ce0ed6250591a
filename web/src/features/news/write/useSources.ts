import type { NewsIssue } from '@crewline/contract/news'
import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { useStore } from 'react-redux'
import { useCan, useSession, type SessionState } from '../../../shared/lib/session/select.ts'
import { bearerOf } from '../../../shared/lib/session/state.ts'
import type { BlockSources } from '../../../shared/ui/blocks/sources.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useNewsFormsQuery } from '../api.ts'
import { uploadFile, uploadPicture } from './upload.ts'

/** Returns the pictures, files and forms of an issue, and how more are added. */
export function useSources(issue: NewsIssue): BlockSources {
  const { t } = useLingui()
  const { getState } = useStore<SessionState>()
  const zone = useSession(({ auth }) => auth.organization?.timezone) ?? 'UTC'
  const canReadForms = useCan('contacts.read')
  const { data: forms } = useNewsFormsQuery(undefined, { skip: !canReadForms })
  const pictures = useRef(new Map(issue.pictures.map(({ id, url }) => [id, url])))
  const files = useRef(new Map(issue.files.map(({ id, name }) => [id, name])))
  function refuse(title: string, message: string): undefined {
    toast.api({ title, message: message || t`Check your connection and try again.` }, 'ERROR')
  }
  return {
    urlOf: (fileId) => pictures.current.get(fileId) ?? '',
    async onPicture(file) {
      const answer = await uploadPicture(file, bearerOf(getState().auth))
      if ('error' in answer) return refuse(t`Picture not added`, answer.error.message)
      const { picture } = answer.data
      pictures.current.set(picture.id, picture.url)
      return picture.id
    },
    async onFile(file, kind) {
      const answer = await uploadFile(file, kind, bearerOf(getState().auth))
      if ('error' in answer) return refuse(t`File not added`, answer.error.message)
      files.current.set(answer.data.file.id, answer.data.file.name)
      return answer.data.file.id
    },
    nameOf: (fileId) => files.current.get(fileId) ?? '',
    forms: forms ?? [],
    zone,
  }
}
