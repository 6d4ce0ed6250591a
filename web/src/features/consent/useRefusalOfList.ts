import { OPT_OUT_LIST_ROWS } from '@crewline/contract/limits'
import { useLingui } from '@lingui/react/macro'
import type { Refusal } from '../../shared/api/send.ts'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'

/** Says in the reader's language why a list of numbers was not taken. */
export function useRefusalOfList(): (refusal: Refusal) => string {
  const { t, i18n } = useLingui()
  const wordsFor = useRefusalWords()
  return (refusal) => {
    const most = i18n.number(OPT_OUT_LIST_ROWS)
    switch (refusal.code) {
      case 'wrong_type':
        return t`We can read text and CSV only. Save the list as CSV and try again.`
      case 'too_large':
        return t`This list is too large. The limit is 5 MB.`
      case 'too_many':
        return t`A list holds ${most} numbers. Add it in parts.`
      case 'not_permitted':
        return t`You see some groups only. Ask an owner or admin to add this list.`
      case 'invalid':
        return t`Too few of these lines are phone numbers. Put one on each line, or into the first column.`
      default:
        return wordsFor(refusal)
    }
  }
}
