import type { OrganizationSettings } from '@crewline/contract/organizations'
import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { useEditOrganizationMutation, useOrganizationSettingsQuery } from '../../organizations/index.ts'
import { isRefusal } from '../../../shared/api/send.ts'
import { announce } from '../../../shared/ui/announce.ts'
import { useRefusalWords } from '../../../shared/ui/useRefusalWords.ts'

/** The settings being changed, what is different from what is saved, and how saving goes. */
export interface TextingForm {
  values: OrganizationSettings
  change: (part: Partial<OrganizationSettings>) => void
  isDirty: boolean
  isSending: boolean
  problem: string
  discard: () => void
  submit: (event: FormEvent) => Promise<void>
}

/** The form over the organization's texting settings; undefined while they load. A teammate's newer version is never overwritten. */
export function useTextingForm(): { form: TextingForm | undefined; isError: boolean; retry: () => void } {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
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
    if (isRefusal(error) && error.code === 'outdated') {
      // The next try is made knowingly, over what the teammate changed.
      setVersion(undefined)
      return setProblem(t`A teammate changed this meanwhile. Look again, then save.`)
    }
    setProblem(wordsFor(error))
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
        // The version one began with tells whether somebody else was faster.
        setVersion((begun) => begun ?? data.version)
        setDraft({ ...draft, ...part })
      },
    },
  }
}
