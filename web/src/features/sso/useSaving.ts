import { useLingui } from '@lingui/react/macro'
import { isNotProven, useProof } from '../accounts/index.ts'
import { isRefusal } from '../../shared/api/send.ts'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'

/** Makes a change that may need a fresh proof; shows what else fails. Returns the errors by field, or undefined when it worked. */
export function useSaving() {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { proven, dialog } = useProof()

  async function save(
    act: () => Promise<{ error?: unknown }>,
    saved?: string,
  ): Promise<Record<string, string> | undefined> {
    const { error } = await proven(act)
    if (!error) {
      if (saved !== undefined) toast.api({ title: t`Saved`, message: saved }, 'OK')
      return undefined
    }
    if (isNotProven(error)) return {}
    const fieldErrors = isRefusal(error) ? (error.fieldErrors ?? {}) : {}
    if (Object.keys(fieldErrors).length === 0)
      toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
    return fieldErrors
  }

  return { save, dialog }
}
