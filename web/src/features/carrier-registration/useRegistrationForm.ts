import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef, useState, type SyntheticEvent } from 'react'
import { refusalOf } from '../../shared/api/send.ts'
import { announce } from '../../shared/ui/feedback/announce.ts'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useSaveCarrierRegistrationMutation, type RegistrationData } from './api.ts'

type Changes = Omit<Parameters<ReturnType<typeof useSaveCarrierRegistrationMutation>[0]>[0], 'version'>

/**
 * The state of a form of answers: what is typed, what the checks say beside each field, and saving. A draft is saved as it
 * is; the form stays open while a check is left.
 */
export function useRegistrationForm<Values extends object>(
  data: RegistrationData,
  {
    initial,
    isOwn,
    changesOf,
    onDirty,
    onDone,
  }: {
    initial: Values
    isOwn: (field: string) => boolean
    changesOf: (values: Values) => Changes
    /** Called with whether something is typed that is not saved. */
    onDirty: (isDirty: boolean) => void
    onDone: () => void
  },
) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [values, setValues] = useState(initial)
  const [kept, setKept] = useState(initial)
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState('')
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const version = useRef(data.version)
  const [save, { isLoading }] = useSaveCarrierRegistrationMutation()
  const isDirty = JSON.stringify(values) !== JSON.stringify(kept)
  // Before the next key: an Escape that follows at once must find that something is typed.
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty])
  // Suggestions are not answers yet, so nothing is wrong with them.
  const checks = data.version === 0 ? [] : data.checks.filter(({ field }) => isOwn(field))
  const rejections = data.registrations.flatMap(({ problems, isOutdated }) => (isOutdated ? [] : problems))
  const named = [...rejections.filter(({ field }) => isOwn(field)), ...checks]
  const texts = new Map(named.map(({ field, text }) => [field, text]))

  function set(field: string, part: Partial<Values>): void {
    setValues((before) => ({ ...before, ...part }))
    setChanged((before) => new Set(before).add(field))
  }

  async function onSubmit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const { data: saved, error } = await save({ version: version.current, ...changesOf(values) })
    if (!saved) {
      const refusal = refusalOf<'saveCarrierRegistration'>(error)
      setRefused(refusal?.fieldErrors ?? {})
      setProblem(
        refusal?.code === 'outdated'
          ? t`A teammate saved other answers meanwhile. Copy what you need, close this and open it again.`
          : messageFor(error),
      )
      setAttempt((count) => count + 1)
      return
    }
    version.current = saved.version
    setProblem('')
    setRefused({})
    setChanged(new Set())
    setKept(values)
    const left = saved.checks.filter(({ field }) => isOwn(field)).length
    if (left > 0) {
      setAttempt((count) => count + 1)
      announce(t`Saved. ${left} to fix.`)
      return
    }
    announce(t`Saved`)
    onDone()
  }

  const errorOf = (field: string) => refused[field] ?? (changed.has(field) ? undefined : texts.get(field))
  return {
    values,
    set,
    errorOf,
    onSubmit: (event: SyntheticEvent) => void onSubmit(event),
    isSaving: isLoading,
    summary: {
      errors: changed.size > 0 ? [] : checks.map(({ field, text }) => ({ field, message: text })),
      problem,
      attempt,
    },
  }
}
