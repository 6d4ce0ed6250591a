import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { refusalOf } from '../../../shared/api/send.ts'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useEditOrganizationMutation, useOrganizationSettingsQuery } from '../settings-api.ts'
import { changesOf, merged, type OrganizationDraft, type OrganizationFields } from './organization-form-rules.ts'

/** The edited fields, what is wrong with them, and the state of saving. */
export interface OrganizationForm {
  values: OrganizationFields
  change: (part: OrganizationDraft) => void
  /** What is wrong with a field, by its path, such as `address.city`. */
  errors: Readonly<Record<string, string>>
  isDirty: boolean
  isSending: boolean
  problem: string
  discard: () => void
  /** Notes that the member saved something else, which raised the version by one. */
  follow: (version: number) => void
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
}

/** Manages the form of the organization; undefined while it loads. Never silently overwrites what a teammate saved. */
export function useOrganizationForm(): { form: OrganizationForm | undefined; isError: boolean; retry: () => void } {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { data, isError, refetch } = useOrganizationSettingsQuery()
  const [save, { isLoading }] = useEditOrganizationMutation()
  const [draft, setDraft] = useState<OrganizationDraft>({})
  const [version, setVersion] = useState<number>()
  const [problem, setProblem] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const retry = () => void refetch()
  if (!data) return { form: undefined, isError, retry }
  const { name, timezone } = data.organization
  const saved = { name, timezone, ...data.profile }
  const values = merged(saved, draft)
  const changes = changesOf(saved, draft)
  const isDirty = Object.keys(changes).length > 0

  function discard(): void {
    setDraft({})
    setVersion(undefined)
    setProblem('')
    setErrors({})
  }

  function refuse(element: HTMLFormElement, fieldErrors: Record<string, string>, message: string): void {
    setErrors(fieldErrors)
    setProblem(message)
    const [first] = Object.keys(fieldErrors)
    if (first !== undefined) element.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const element = event.currentTarget
    if (!isDirty || isLoading) return
    if (values.name.trim() === '') return refuse(element, { name: t`Enter a name.` }, t`Enter a name.`)
    const { industry, headcount, ...plain } = changes
    const { data: answer, error } = await save({
      ...plain,
      ...(industry ? { industry } : {}),
      ...(headcount ? { headcount } : {}),
      version: version ?? data?.version ?? 0,
    })
    if (!error) {
      setProblem('')
      setErrors({})
      setVersion(answer?.version)
      // What was typed while it was sent is not saved yet.
      setDraft((now) => changesOf(values, now))
      return announce(t`Saved`)
    }
    const refusal = refusalOf<'editOrganization'>(error)
    if (refusal?.code === 'outdated') {
      // The next save deliberately overwrites the change of the teammate.
      setVersion(undefined)
      return setProblem(t`A teammate changed this while you were editing. Review it, then save again.`)
    }
    refuse(element, refusal?.fieldErrors ?? {}, messageFor(error))
  }

  function change(part: OrganizationDraft): void {
    setProblem('')
    setErrors({})
    // The version at the first edit shows whether a teammate saved in the meantime.
    setVersion((current) => (isDirty ? (current ?? data?.version) : data?.version))
    setDraft((now) => ({ ...now, ...part, address: { ...now.address, ...part.address } }))
  }

  /** A jump of more than one means that a teammate saved in between. */
  function follow(saved: number): void {
    setVersion((current) => (current === saved - 1 ? saved : current))
  }

  return {
    isError: false,
    retry,
    form: { values, change, errors, isDirty, isSending: isLoading, problem, discard, follow, submit },
  }
}
