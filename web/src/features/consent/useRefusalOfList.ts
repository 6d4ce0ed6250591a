import { formatNumber } from '@crewline/contract/formats'
import { OPT_OUT_LIST_ROWS } from '@crewline/contract/limits'
import { useLingui } from '@lingui/react/macro'
import type { Refusal } from '../../shared/api/send.ts'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'

/** Returns a function that explains in the user's language why a list of numbers was rejected. */
export function useRefusalOfList(): (refusal: Refusal) => string {
  const { t, i18n } = useLingui()
  const describeError = useErrorText()
  return (refusal) => {
    const most = formatNumber(OPT_OUT_LIST_ROWS, i18n.locale)
    switch (refusal.code) {
      case 'wrong_type':
        return t`We can only read text and CSV files. Save the list as CSV and try again.`
      case 'too_large':
        return t`This list is too large. The limit is 5 MB.`
      case 'too_many':
        return t`A list can have up to ${most} numbers. Split it and add each part.`
      case 'not_permitted':
        return t`You can only see some groups. Ask an owner or admin to add this list.`
      case 'invalid':
        return t`Not enough phone numbers found. Put one on each line, or in the first column.`
      default:
        return describeError(refusal)
    }
  }
}
