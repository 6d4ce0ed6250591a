import type { OrganizationSettings } from '@crewline/contract/organizations'
import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { useEditOrganizationMutation, useOrganizationSettingsQuery } from '../settings-api.ts'
import { refusalOf } from '../../../shared/api/send.ts'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { isSame } from '../../../shared/ui/form/draft-rules.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'

/** The edited settings, the differences from the saved ones, and the state of saving. */
export interface TextingForm {
  values: OrganizationSettings
  change: (part: Partial<OrganizationSettings>) => void
  isDirty: boolean
  isSending: boolean
  problem: string
  /** What is wrong with a field, by its path, such as `settings.broadcasts.approvalAbove`. */
  errors: Readonly<Record<string, string>>
  /** Marks a field whose entry is no valid value, which keeps the form from being saved; no text clears the mark. */
  setError: (path: string, text?: string) => void
  discard: () => void
  submit: (event: FormEvent) => Promise<void>
}

/** Returns the part of a draft that differs from other settings. */
function differing(
  draft: Partial<OrganizationSettings>,
  settings: OrganizationSettings,
): Partial<OrganizationSettings> {
  return Object.fromEntries(
    Object.entries(draft).filter(([key, value]) => !isSame(value, settings[key as keyof OrganizationSettings])),
  )
}

/** Runs a call that may need a recent proof of identity. */
type Proven = <T extends { error?: unknown }>(save: () => Promise<T>) => Promise<T>

/**
 * Manages the form of the texting settings; undefined while they load. Never silently overwrites a newer version of a
 * teammate. `proven` asks for the password when the server wants it, and saves again.
 */
export function useTextingForm(proven: Proven = (save) => save()): {
  form: TextingForm | undefined
  isError: boolean
  retry: () => void
} {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { data, isError, refetch } = useOrganizationSettingsQuery()
  const [save, { isLoading }] = useEditOrganizationMutation()
  const [draft, setDraft] = useState<Partial<OrganizationSettings>>({})
  const [version, setVersion] = useState<number>()
  const [problem, setProblem] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  if (!data) return { form: undefined, isError, retry: () => void refetch() }
  const values = { ...data.settings, ...draft }
  const changed = differing(draft, data.settings)
  const isWrong = Object.keys(errors).length > 0
  const isDirty = isWrong || Object.keys(changed).length > 0

  function discard(): void {
    setDraft({})
    setVersion(undefined)
    setProblem('')
    setErrors({})
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!isDirty || isLoading) return
    const [wrong] = Object.values(errors)
    if (wrong !== undefined) return setProblem(wrong)
    const { data: answer, error } = await proven(() =>
      save({ settings: changed, version: version ?? data?.version ?? 0 }),
    )
    if (!error) {
      setProblem('')
      setVersion(answer?.version)
      // What was typed while it was sent is not saved yet.
      setDraft((now) => differing(now, values))
      return announce(t`Saved`)
    }
    const refusal = refusalOf<'editOrganization'>(error)
    if (refusal?.code === 'outdated') {
      // The next save deliberately overwrites the change of the teammate.
      setVersion(undefined)
      return setProblem(t`A teammate changed this while you were editing. Review it, then save again.`)
    }
    setErrors(refusal?.fieldErrors ?? {})
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
      errors,
      setError(path, text) {
        setProblem('')
        const { [path]: _before, ...others } = errors
        setErrors(text === undefined ? others : { ...others, [path]: text })
      },
      discard,
      submit,
      change(part) {
        setProblem('')
        // A field that was refused may be right now: the next save tells.
        const paths = Object.keys(part).map((name) => `settings.${name}`)
        setErrors(
          Object.fromEntries(Object.entries(errors).filter(([path]) => !paths.some((own) => path.startsWith(own)))),
        )
        // The version at the first edit shows whether a teammate saved in the meantime.
        setVersion((current) => (isDirty ? (current ?? data.version) : data.version))
        setDraft((now) => ({ ...now, ...part }))
      },
    },
  }
}
