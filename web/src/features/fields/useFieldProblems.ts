import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isRefusal } from '../../shared/api/send.ts'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'

/** Codes whose server message is more specific, because it names the conflict. */
const serverMessageCodes = new Set(['invalid', 'name_taken', 'field_in_use', 'managed_elsewhere', 'too_many'])

/** Returns a function that maps a rejected field form to messages by form part; `form` for the whole. */
export function useFieldProblems() {
  const { t } = useLingui()
  const describeError = useErrorText()
  const [problems, setProblems] = useState<Record<string, string>>({})
  const formProblems = {
    name: { name: t`Enter a name.` },
    noOptions: { options: t`Add at least one option.` },
    sameOptions: { options: t`Two options have the same name.` },
  }
  return {
    problems,
    clear: () => setProblems({}),
    sayOwn: (problem: keyof typeof formProblems) => setProblems(formProblems[problem]),
    sayRefused(error: unknown) {
      const refusal = isRefusal(error) && serverMessageCodes.has(error.code) ? error : undefined
      const fieldErrors = refusal?.fieldErrors ?? {}
      setProblems(
        Object.keys(fieldErrors).length > 0 ? fieldErrors : { form: refusal?.message || describeError(error) },
      )
    },
  }
}
