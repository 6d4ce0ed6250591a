import { useLingui } from '@lingui/react/macro'
import { LOGO_UPLOAD_BYTES } from '@crewline/contract/organization-limits'
import { useState } from 'react'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import {
  useEditOrganizationMutation,
  useLazyOrganizationSettingsQuery,
  useUploadLogoMutation,
} from '../settings-api.ts'
import type { OrganizationForm } from './useOrganizationForm.ts'

type Side = 'light' | 'dark'
type Ids = Partial<Record<Side, string | null>>

/** What the card of the logo does: each change is saved at once, and a removal can be undone. */
export function useLogo(form: OrganizationForm) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [send] = useUploadLogoMutation()
  const [save] = useEditOrganizationMutation()
  const [read] = useLazyOrganizationSettingsQuery()
  const [sending, setSending] = useState<Side | null>(null)
  const [problems, setProblems] = useState<Partial<Record<Side, string>>>({})

  async function apply(logo: Ids): Promise<{ error?: unknown }> {
    const answer = await save({ logo })
    if (answer.data) form.follow(answer.data.version)
    return answer
  }

  async function upload(side: Side, file: File): Promise<void> {
    if (sending) return
    if (file.size > LOGO_UPLOAD_BYTES)
      return setProblems({ [side]: t`This file is too large. A logo has at most 5 MB.` })
    setProblems({})
    setSending(side)
    const { data, error } = await send(file)
    const end = data ? await apply({ [side]: data.logo.id }) : { error }
    setSending(null)
    if (end.error) setProblems({ [side]: messageFor(end.error) })
    else announce(t`Logo saved`)
  }

  /** Without the logo for light backgrounds there is none for dark ones. */
  async function remove(side: Side): Promise<void> {
    if (sending) return
    setProblems({})
    const { data } = await read(undefined, true)
    const { light, dark } = data?.organization.logo ?? {}
    const before: Ids =
      side === 'light' ? { light: light?.id ?? null, dark: dark?.id ?? null } : { dark: dark?.id ?? null }
    setSending(side)
    const { error } = await apply(side === 'light' ? { light: null, dark: null } : { dark: null })
    setSending(null)
    if (error) return setProblems({ [side]: messageFor(error) })
    toast.undo({
      message: side === 'light' && dark ? t`Both logos removed.` : t`Logo removed.`,
      onUndo: () =>
        void apply(before).then((end) => end.error !== undefined && setProblems({ [side]: messageFor(end.error) })),
    })
  }

  return { upload, remove, sending, problems }
}
