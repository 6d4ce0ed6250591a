import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isRefusal } from '../../api/send.ts'
import { useVersionedDraft, type VersionedDraft } from '../form/useVersionedDraft.ts'
import { useErrorText } from '../text/useErrorText.ts'

/** The edits of a builder, and what the server said about them. */
interface ContentEditor<Fields extends object> extends Omit<VersionedDraft<Fields>, 'adoptNext'> {
  /** What is wrong, by field; `questions.q1` is a part of the field `questions`. An edit of a field removes its problems. */
  errors: Readonly<Record<string, string>>
  /** What is wrong with the whole; empty when nothing is. */
  problem: string
  /** Shows why the server refused, and takes over the version of a teammate who was faster. Returns the problems by field. */
  refuse: (error: unknown) => Readonly<Record<string, string>>
}

/** Edits what is stored with a version, as `useVersionedDraft` does, and shows what the server refuses beside its field. */
export function useContentEditor<Fields extends object>(stored: {
  fields: Fields
  version: number
}): ContentEditor<Fields> {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { adoptNext, ...draft } = useVersionedDraft(stored)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState('')
  function forget(): void {
    setErrors({})
    setProblem('')
  }
  return {
    ...draft,
    errors,
    problem,
    edit(changes) {
      draft.edit(changes)
      setProblem('')
      setErrors((now) =>
        Object.fromEntries(Object.entries(now).filter(([field]) => !((field.split('.')[0] ?? '') in changes))),
      )
    },
    settle(answer, sent) {
      draft.settle(answer, sent)
      forget()
    },
    discard() {
      draft.discard()
      forget()
    },
    refuse(error) {
      const fields = isRefusal(error) ? (error.fieldErrors ?? {}) : {}
      const isOutdated = isRefusal(error) && error.code === 'outdated'
      if (isOutdated) adoptNext()
      setErrors(fields)
      setProblem(
        isOutdated ? t`A teammate changed this while you were editing. Review it, then save again.` : messageFor(error),
      )
      return fields
    },
  }
}
