import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isRefusal } from '../../shared/api/send.ts'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'

/** The codes whose words the server says better than we could here: they name what is in the way. */
const saidByServer = new Set(['invalid', 'name_taken', 'field_in_use', 'managed_elsewhere', 'too_many'])

/** What is wrong with the form of a field, by the name of its part; `form` for the whole. */
export function useFieldProblems() {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const [problems, setProblems] = useState<Record<string, string>>({})
  const own = {
    name: { name: t`Enter a name.` },
    noOptions: { options: t`Add at least one option.` },
    sameOptions: { options: t`Two options have the same name.` },
  }
  return {
    problems,
    clear: () => setProblems({}),
    sayOwn: (problem: keyof typeof own) => setProblems(own[problem]),
    sayRefused(error: unknown) {
      const refusal = isRefusal(error) && saidByServer.has(error.code) ? error : undefined
      const beside = refusal?.fieldErrors ?? {}
      setProblems(Object.keys(beside).length > 0 ? beside : { form: refusal?.message || wordsFor(error) })
    },
  }
}
