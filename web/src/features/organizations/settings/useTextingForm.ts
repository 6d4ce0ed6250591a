import type { OrganizationSettings } from '@crewline/contract/organizations'
import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { useEditOrganizationMutation, useOrganizationSettingsQuery } from '../settings-api.ts'
import { refusalOf } from '../../../shared/api/send.ts'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'

/** The edited settings, the differences from the saved ones, and the state of saving. */
export interface TextingForm {
  values: OrganizationSettings
  change: (part: Partial<OrganizationSettings>) => void
  isDirty: boolean
  isSending: boolean
  problem: string
  discard: () => void
  submit: (event: FormEvent) => Promise<void>
}

/**
 * Manages the form of the texting settings; undefined while they load. Never silently overwrites a newer version of a
 * teammate.
 */
export function useTextingForm(): { form: TextingForm | undefined; isError: boolean; retry: () => void } {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { data, isError, refetch } = useOrganizationSettingsQuery()
  const [save, { isLoading }] = useEditOrganizationMutation()
  const [draft, setDraft] = useState<Partial<OrganizationSettings>>({})
  const [version, setVersion] = useState<number>()
  const [problem, setProblem] = useState('')
  if (!data) return { form: undefined, isError, retry: () => void refetch() }
  const values = { ...data.settings, ...draft }
  const changed = Object.fromEntries(
    Object.entries(draft).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(data.settings[key as keyof OrganizationSettings]),
    ),
  ) as Partial<OrganizationSettings>
  const isDirty = Object.keys(changed).length > 0

  function discard(): void {
    setDraft({})
    setVersion(undefined)
    setProblem('')
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!isDirty || isLoading) return
    const { error } = await save({ settings: changed, version: version ?? data?.version ?? 0 })
    if (!error) {
      discard()
      return announce(t`Saved`)
    }
    if (refusalOf<'editOrganization'>(error)?.code === 'outdated') {
      // The next save deliberately overwrites the change of the teammate.
      setVersion(undefined)
      return setProblem(t`A teammate changed this while you were editing. Review it, then save again.`)
    }
    setProblem(messageFor(error))
  }
  return {
    isError: false,
    retry: () => void refetch(),
    form: {
      values,
      isDirty,
      isSending: isLoading,
      problem,
      discard,
      submit,
      change(part) {
        setProblem('')
        // The version at the first edit shows whether a teammate saved in the meantime.
        setVersion((current) => current ?? data.version)
        setDraft({ ...draft, ...part })
      },
    },
  }
}
